import { Navigate } from '@tanstack/react-router'
import { useMay, useOrganization } from '../api/organization.ts'

/** The first page of an organization: its codes, or the first steps before there are any. */
export const OrganizationStart = () => {
  const { slug, qpr_codes_count } = useOrganization()
  const may = useMay()
  const to = qpr_codes_count === 0 && may('codes:write') ? '/$slug/welcome' : '/$slug/codes'
  return <Navigate to={to} params={{ slug }} replace />
}
