import type { FastifyInstance } from 'fastify'
import { invitationPages } from '../../features/accounts/invitation.pages.ts'
import type { Sessions } from '../../features/accounts/sessions.ts'
import type { Recorder } from '../../features/audit/recorder.ts'
import { access } from '../../features/organizations/access.ts'
import { brandRoutes } from '../../features/organizations/brands.routes.ts'
import { createInvitations } from '../../features/organizations/invitations.ts'
import { legacyOrganizations } from '../../features/organizations/organizations.legacy.ts'
import {
  memberRoutes,
  organizationRoutes,
} from '../../features/organizations/organizations.routes.ts'
import type { PlanGate } from '../../features/plans/limits.ts'
import type { Users } from '../../features/users/users.ts'
import type { Service } from '../../platform/context.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import type { Outgoing } from '../../platform/mail/mail.ts'
import type { Base } from '../../platform/store/database.ts'

interface OrganizationsDeps extends Base {
  secrets: Secrets
  recorder: Recorder
  mail: Outgoing
  service: Service
  gate: PlanGate
  users: Users
  sessions: Sessions
  invitationsPerDay: number
  mailSuffices: boolean
  baseUrl: string
}

/** Organizations, their members and the invitations to them. */
export const createOrganizationsSlice = (deps: OrganizationsDeps) => {
  const { database, baseUrl } = deps
  const { members, organizations, brands } = legacyOrganizations(deps.service)
  const invitations = createInvitations({ ...deps, access, members })
  const { origin, pathname } = new URL(baseUrl)
  return {
    rules: { members, organizations, invitations, brands },
    api: async (app: FastifyInstance) => {
      app.register(organizationRoutes)
      app.register(memberRoutes(invitations))
      app.register(brandRoutes)
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
