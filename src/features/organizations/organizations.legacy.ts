import type { Service } from '../../platform/context.ts'
import type { Db } from '../../platform/store/database.ts'
import { countOpenInvitations } from './invitations.ts'
import { ownersOf } from './members.ts'
import { lockOrganization, ownedOrganizations } from './organizations.ts'

type Legacy = ReturnType<typeof legacyOrganizations>
export type Organizations = Legacy['organizations']
export type Members = Legacy['members']
export type Invitations = Legacy['invitations']

/** The rules of organizations for callers that have a transaction and no context. */
export const legacyOrganizations = ({ clock }: Service) => ({
  organizations: { owned: ownedOrganizations, hold: lockOrganization },
  members: { owners: ownersOf },
  invitations: {
    countOpen: (db: Db, organizationId: string) =>
      countOpenInvitations({ db, now: () => clock.now() }, organizationId),
  },
})
