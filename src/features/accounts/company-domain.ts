import { domainToASCII } from 'node:url'
import { type Role, roles } from '#contract/roles.ts'
import { type Parse, refuse } from '../../platform/kit/parsers.ts'

/** An e-mail domain whose users may sign in, and the organization that they join. */
export interface CompanyDomain {
  domain: string
  /** The id or slug of the organization, and the role in it; null: no organization. */
  joins: { organization: string; role: Role } | null
  toString(): string
}

export const companyDomain: Parse<CompanyDomain> = (value) => {
  const [domain = '', joined] = value.split('=', 2)
  const [organization = '', role = 'viewer'] = joined?.split(':', 2) ?? []
  const known = roles.find((one) => one === role)
  const isDomain = /^[^\s@]{1,253}$/.test(domain) && domain.includes('.')
  const isOrganization = joined === undefined || /^[\w-]{1,64}$/.test(organization)
  if (!isDomain || !isOrganization || !known) {
    return refuse(
      `must be domains such as example.com or example.com=acme:editor (${roles.join(', ')}), not "${value}".`,
    )
  }
  return {
    domain: domainToASCII(domain.toLowerCase()),
    joins: joined === undefined ? null : { organization, role: known },
    toString: () => value,
  }
}
