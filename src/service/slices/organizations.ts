import type { FastifyInstance } from 'fastify'
import { invitationPages } from '../../features/accounts/invitation.pages.ts'
import type { Sessions } from '../../features/accounts/sessions.ts'
import type { Recorder } from '../../features/audit/recorder.ts'
import type { Subscriptions } from '../../features/billing/subscriptions.ts'
import { access } from '../../features/organizations/access.ts'
import { brandRoutes } from '../../features/organizations/brands.routes.ts'
import { createBrands } from '../../features/organizations/brands.ts'
import { createInvitations } from '../../features/organizations/invitations.ts'
import { createMembers } from '../../features/organizations/members.ts'
import {
  memberRoutes,
  organizationRoutes,
} from '../../features/organizations/organizations.routes.ts'
import { createOrganizations } from '../../features/organizations/organizations.ts'
import type { PlanGate } from '../../features/plans/limits.ts'
import type { Users } from '../../features/users/users.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import type { Outgoing } from '../../platform/mail/mail.ts'
import type { Base, Transaction } from '../../platform/store/database.ts'

interface OrganizationsDeps extends Base {
  secrets: Secrets
  recorder: Recorder
  mail: Outgoing
  gate: PlanGate
  users: Users
  sessions: Sessions
  subscriptions: Pick<Subscriptions, 'settlePayments' | 'requireUnpaid'>
  /** Deletes the data of a deleted organization. */
  deleted: (
    tx: Transaction,
    actor: Actor,
    organization: { id: string; name: string },
  ) => Promise<void>
  sampleScanUrl: string
  checkLogo: Parameters<typeof brandRoutes>[0]['checkLogo']
  createdPerDay: number
  invitationsPerDay: number
  mailSuffices: boolean
  baseUrl: string
}

/** Organizations, their members and the invitations to them. */
export const createOrganizationsSlice = (deps: OrganizationsDeps) => {
  const { database, baseUrl } = deps
  const members = createMembers({ ...deps, access })
  const organizations = createOrganizations({ ...deps, ...deps.subscriptions, access, members })
  const invitations = createInvitations({ ...deps, access, members })
  const brands = createBrands({ ...deps, access })
  const { origin, pathname } = new URL(baseUrl)
  return {
    rules: { members, organizations, invitations, brands },
    api: async (app: FastifyInstance) => {
      app.register(organizationRoutes(organizations))
      app.register(memberRoutes(members, invitations))
      app.register(brandRoutes({ ...deps, brands }))
    },
    pages: invitationPages({
      database,
      invitations,
      recorder: deps.recorder,
      sessions: deps.sessions,
      origin,
      basePath: pathname.replace(/\/$/, ''),
    }),
  }
}
