/** From the most permissions to the fewest. */
export const roles = ['owner', 'admin', 'editor', 'viewer'] as const
export type Role = (typeof roles)[number]

/** The roles of each permission. Routes document them, rules check them, tests walk them. */
export const permissions = {
  'codes:read': ['owner', 'admin', 'editor', 'viewer'],
  'codes:write': ['owner', 'admin', 'editor'],
  'codes:delete': ['owner', 'admin'],
  'scans:read': ['owner', 'admin', 'editor', 'viewer'],
  'scans:export': ['owner', 'admin'],
  'conversations:read': ['owner', 'admin', 'editor', 'viewer'],
  'conversations:export': ['owner', 'admin'],
  'conversations:delete': ['owner', 'admin'],
  /** Take, write, release, end, assign, notes. */
  'conversations:answer': ['owner', 'admin', 'editor'],
  'leads:read': ['owner', 'admin', 'editor'],
  'leads:export': ['owner', 'admin'],
  'leads:delete': ['owner', 'admin'],
  'knowledge:read': ['owner', 'admin', 'editor', 'viewer'],
  'knowledge:write': ['owner', 'admin', 'editor'],
  'organization:read': ['owner', 'admin', 'editor', 'viewer'],
  'organization:write': ['owner', 'admin'],
  'organization:delete': ['owner'],
  'members:read': ['owner', 'admin', 'editor', 'viewer'],
  /** Admins cannot change owners. Every member may leave. */
  'members:write': ['owner', 'admin'],
  /** Admins invite up to admin. */
  'invitations:write': ['owner', 'admin'],
  'invitations:read': ['owner', 'admin'],
  /** Webhooks, events and deliveries. */
  'webhooks:read': ['owner', 'admin', 'editor'],
  'webhooks:write': ['owner', 'admin'],
  /** Plan, usage and payments. */
  'subscription:read': ['owner', 'admin'],
  'subscription:write': ['owner'],
  /** All keys of the organization. Every user manages their own keys without it. */
  'keys:manage': ['owner', 'admin'],
  /** Who changed what. */
  'audit:read': ['owner', 'admin'],
  /** Background jobs: read, and cancel. */
  'jobs:read': ['owner', 'admin'],
  'jobs:write': ['owner', 'admin'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

const rank = (role: Role): number => roles.indexOf(role)

export const isAbove = (role: Role, other: Role): boolean => rank(role) < rank(other)

/** A maximum role lowers a role and never raises it. */
export const lowerOf = (role: Role, ceiling: Role | null): Role =>
  ceiling !== null && isAbove(role, ceiling) ? ceiling : role

export const may = (role: Role, permission: Permission): boolean =>
  (permissions[permission] as readonly Role[]).includes(role)
