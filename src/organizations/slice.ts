import type { FastifyInstance } from 'fastify'
import type { Sessions } from '../accounts/sessions.ts'
import type { Users } from '../accounts/users.ts'
import type { Recorder } from '../audit/recorder.ts'
import type { PlanGate } from '../billing/plans/limits.ts'
import type { Subscriptions } from '../billing/subscriptions/subscriptions.ts'
import type { Actor } from '../http/callers/actor.ts'
import type { Secrets } from '../kit/secrets.ts'
import type { Outgoing } from '../mail/mail.ts'
import type { Base, Transaction } from '../storage/database.ts'
import { access } from './access.ts'
import { brandRoutes } from './brands.routes.ts'
import { createBrands } from './brands.ts'
import { invitationPages } from './invitation.pages.ts'
import { createInvitations } from './invitations.ts'
import { createMembers } from './members.ts'
import { memberRoutes, organizationRoutes } from './organizations.routes.ts'
import { createOrganizations } from './organizations.ts'

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
  requireScannable: Parameters<typeof createBrands>[0]['requireScannable']
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
