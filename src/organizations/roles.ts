import type { Role } from '../storage/tables.ts'

/** From the mightiest to the least. */
export const roles = ['owner', 'admin', 'editor', 'viewer'] as const satisfies Role[]

/** Who may do what: the one table. Routes show it, rules ask it, tests walk it. */
export const permissions = {
  'codes:read': ['owner', 'admin', 'editor', 'viewer'],
  'codes:write': ['owner', 'admin', 'editor'],
  'codes:delete': ['owner', 'admin'],
  'scans:read': ['owner', 'admin', 'editor', 'viewer'],
  'scans:export': ['owner', 'admin'],
  'conversations:read': ['owner', 'admin', 'editor', 'viewer'],
  'conversations:export': ['owner', 'admin'],
  'conversations:delete': ['owner', 'admin'],
  'organization:read': ['owner', 'admin', 'editor', 'viewer'],
  'organization:write': ['owner', 'admin'],
  'organization:delete': ['owner'],
  'members:read': ['owner', 'admin', 'editor', 'viewer'],
  /** Admins: all but owners; everyone may leave. */
  'members:write': ['owner', 'admin'],
  /** Admins: up to admin. */
  'invitations:write': ['owner', 'admin'],
  'invitations:read': ['owner', 'admin'],
  /** Webhooks, events and deliveries. */
  'webhooks:read': ['owner', 'admin', 'editor'],
  'webhooks:write': ['owner', 'admin'],
  /** Plan, use and payments. */
  'subscription:read': ['owner', 'admin'],
  'subscription:write': ['owner'],
  /** All keys of the organization; one's own are always one's own. */
  'keys:manage': ['owner', 'admin'],
  /** Long work in the background; to see it and to cancel it. */
  'jobs:read': ['owner', 'admin'],
  'jobs:write': ['owner', 'admin'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

const rank = (role: Role): number => roles.indexOf(role)

export const isAbove = (role: Role, other: Role): boolean => rank(role) < rank(other)

/** A ceiling lowers a role, never raises it. */
export const lowerOf = (role: Role, ceiling: Role | null): Role =>
  ceiling !== null && isAbove(role, ceiling) ? ceiling : role

export const may = (role: Role, permission: Permission): boolean =>
  (permissions[permission] as readonly Role[]).includes(role)
