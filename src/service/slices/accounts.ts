import type { FastifyInstance } from 'fastify'
import type { isAbove, may } from '#contract/roles.ts'
import { accountRoutes, type ServiceFacts } from '../../features/accounts/account.routes.ts'
import { createAuthenticator } from '../../features/accounts/authenticator.ts'
import { createCompany, isSameAddress } from '../../features/accounts/company.ts'
import type { CompanyDomain } from '../../features/accounts/company-domain.ts'
import { createProvider, type ProviderSettings } from '../../features/accounts/company-provider.ts'
import { keyRoutes } from '../../features/accounts/keys.routes.ts'
import { createKeys } from '../../features/accounts/keys.ts'
import { accountPages } from '../../features/accounts/pages.ts'
import { createSessions } from '../../features/accounts/sessions.ts'
import { createSignIns } from '../../features/accounts/sign-ins.ts'
import type { Recorder } from '../../features/audit/recorder.ts'
import type { Access } from '../../features/organizations/access.ts'
import type { Invitations } from '../../features/organizations/invitations.ts'
import type { Members, Organizations } from '../../features/organizations/organizations.legacy.ts'
import { createUsers } from '../../features/users/users.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import type { Outgoing } from '../../platform/mail/mail.ts'
import type { LoggedBase } from '../../platform/store/database.ts'

interface AccountsDeps extends LoggedBase {
  secrets: Secrets
  access: Access
  mail: Outgoing
  roles: { isAbove: typeof isAbove; may: typeof may }
  organizations: Pick<Organizations, 'found' | 'ofUser'>
  members: Pick<Members, 'add' | 'enroll'>
  invitations: Pick<Invitations, 'look'>
  recorder: Recorder
  facts: () => ServiceFacts
  mostKeys: number
  mailsPerHour: [toOne: number, inAll: number]
  signup: 'invite' | 'open'
  baseUrl: string
  sendsMail: boolean
  /** Whether users can sign in by mail. */
  byMail: boolean
  /** The OpenID Connect provider of a company; null: none. */
  company: CompanySettings | null
}

export interface CompanySettings extends Omit<ProviderSettings, 'callback'> {
  /** The name on the button. */
  name: string
  domains: CompanyDomain[]
  roleClaim: string | null
}

/** Users, their keys and sessions, and how they sign in. */
export const createAccountsSlice = (deps: AccountsDeps) => {
  const { database, baseUrl, facts } = deps
  const { origin, protocol, pathname } = new URL(baseUrl)
  const sessions = createSessions(database, deps.clock, protocol === 'https:')
  const authenticator = createAuthenticator({ ...deps, sessions })
  const users = createUsers(deps)
  const signIns = createSignIns({ ...deps, users })
  const keys = createKeys(deps)
  const company =
    deps.company &&
    createCompany({
      ...deps,
      ...deps.company,
      users,
      provider: createProvider({
        ...deps.company,
        callback: `${baseUrl}/signin/company/callback`,
      }),
      async isInvited(next, email) {
        const [, token] = /^\/invitations\/(.+)$/.exec(next ?? '') ?? []
        if (token === undefined) return false
        return isSameAddress((await deps.invitations.look(token)).email, email)
      },
    })
  return {
    rules: { users, keys, signIns, sessions },
    authenticator,
    api: async (app: FastifyInstance) => {
      app.register(keyRoutes(keys))
      app.register(accountRoutes({ sessions, facts }))
    },
    pages: accountPages({
      database,
      sessions,
      signIns,
      origin,
      sendsMail: deps.sendsMail,
      byMail: deps.byMail,
      company: company && { company, name: deps.company?.name ?? '' },
      recorder: deps.recorder,
      https: protocol === 'https:',
      basePath: pathname.replace(/\/$/, ''),
      organizationsOf: deps.organizations.ofUser,
    }),
  }
}
