import { Navigate } from '@tanstack/react-router'
import { startingOrganization, useOrganizations } from '../api/organization.ts'
import { Shown } from '../ui/states.tsx'

/** Opens the last used organization, or the first steps when it has no code yet. */
export const Start = () => {
  const query = useOrganizations()
  const organization = query.data && startingOrganization(query.data.organizations)
  return (
    <Shown query={{ ...query, data: organization }}>
      {({ slug, qpr_codes_count }) => (
        <Navigate
          to={qpr_codes_count === 0 ? '/$slug/welcome' : '/$slug/codes'}
          params={{ slug }}
          replace
        />
      )}
    </Shown>
  )
}
