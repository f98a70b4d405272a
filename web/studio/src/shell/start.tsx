import { Navigate } from '@tanstack/react-router'
import { startingOrganization, useOrganizations } from '../api/organization.ts'
import { ErrorPanel, Loading, Skeleton } from '../ui/states.tsx'

/** Opens the last used organization, or the first steps when it has no code yet. */
export const Start = () => {
  const { data, error, refetch } = useOrganizations()
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  const organization = data && startingOrganization(data.organizations)
  if (!organization) {
    return (
      <Loading>
        <Skeleton className="h-8 w-48" />
      </Loading>
    )
  }
  const { slug, qpr_codes_count } = organization
  return qpr_codes_count === 0 ? (
    <Navigate to="/$slug/welcome" params={{ slug }} replace />
  ) : (
    <Navigate to="/$slug/codes" params={{ slug }} replace />
  )
}
