import type { FastifyInstance } from 'fastify'
import type { isAbove, may } from '#contract/roles.ts'
import type { Change } from '../http/change.ts'
import type { Secrets } from '../kit/secrets.ts'
import type { Outgoing } from '../mail/mail.ts'
import type { Access } from '../organizations/access.ts'
import type { Members } from '../organizations/members.ts'
import type { Organizations } from '../organizations/organizations.ts'
import type { LoggedBase } from '../storage/database.ts'
import { accountRoutes, type ServiceFacts } from './account.routes.ts'
import { createAuthenticator } from './authenticator.ts'
import { keyRoutes } from './keys.routes.ts'
import { createKeys } from './keys.ts'
import { accountPages } from './pages.ts'
import { createSessions } from './sessions.ts'
import { createSignIns } from './sign-ins.ts'
import { createUsers } from './users.ts'

interface AccountsDeps extends LoggedBase {
  secrets: Secrets
  access: Access
  change: Change
  mail: Outgoing
  roles: { isAbove: typeof isAbove; may: typeof may }
  organizations: Pick<Organizations, 'found' | 'ofUser'>
  members: Pick<Members, 'add'>
  facts: () => ServiceFacts
  mostKeys: number
  mailsPerHour: [toOne: number, inAll: number]
  signup: 'invite' | 'open'
  baseUrl: string
  sendsMail: boolean
}

/** Users, their keys and sessions, and how they sign in. */
export const createAccountsSlice = (deps: AccountsDeps) => {
  const { database, change, baseUrl, facts } = deps
  const { origin, protocol, pathname } = new URL(baseUrl)
  const sessions = createSessions(database, deps.clock, protocol === 'https:')
  const authenticator = createAuthenticator({ ...deps, sessions })
  const users = createUsers(deps)
  const signIns = createSignIns({ ...deps, users })
  const keys = createKeys(deps)
  return {
    rules: { users, keys, signIns, sessions },
    authenticator,
    api: async (app: FastifyInstance) => {
      app.register(keyRoutes({ keys, change }))
      app.register(accountRoutes({ sessions, change, facts }))
    },
    pages: accountPages({
      database,
      sessions,
      signIns,
      origin,
      sendsMail: deps.sendsMail,
      basePath: pathname.replace(/\/$/, ''),
      organizationsOf: deps.organizations.ofUser,
    }),
  }
}
