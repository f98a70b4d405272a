import { Navigate } from '@tanstack/react-router'
import { useMay, useOrganization } from '../api/organization.ts'

export const OrganizationStart = () => {
  const { slug, qpr_codes_count } = useOrganization()
  const may = useMay()
  return qpr_codes_count === 0 && may('codes:write') ? (
    <Navigate to="/$slug/welcome" params={{ slug }} replace />
  ) : (
    <Navigate to="/$slug/codes" params={{ slug }} replace />
  )
}
