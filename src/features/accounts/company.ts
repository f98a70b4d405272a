import { type Role, roles } from '#contract/roles.ts'
import { problem } from '../../platform/http/problem.ts'
import { hourMs, minuteMs } from '../../platform/kit/clock.ts'
import { hash64 } from '../../platform/kit/ids.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import type { LoggedBase, Transaction } from '../../platform/store/database.ts'
import { takeHit } from '../../platform/store/rate-windows.ts'
import { emailDomain, emailKey, isEmail } from '../../platform/text/email.ts'
import type { Members } from '../organizations/organizations.legacy.ts'
import type { Users } from '../users/users.ts'
import type { CompanyDomain } from './company-domain.ts'
import type { Attempt, Claims, Provider } from './company-provider.ts'
import * as store from './identities.store.ts'

interface CompanyOptions extends LoggedBase {
  provider: Provider
  secrets: Secrets
  users: Users
  members: Pick<Members, 'enroll'>
  domains: CompanyDomain[]
  /** The claim that names the role; null: the role of the domain. */
  roleClaim: string | null
  signup: 'invite' | 'open'
  /** Whether the page that the user wants is an open invitation for this address. */
  isInvited: (next: string | null, email: string) => Promise<boolean>
}

interface Ticket extends Attempt {
  next: string | null
  expiresAt: number
}

/** The time that a user has to sign in at the provider. */
export const attemptMs = 15 * minuteMs

export type Company = ReturnType<typeof createCompany>

/** Signing in with the account of a company. An identity is an issuer and a subject. */
export const createCompany = (options: CompanyOptions) => {
  const { database, clock, log, provider, secrets, users, members, domains, roleClaim } = options

  const open = (ticket: string): Ticket => {
    let read: Ticket
    try {
      read = JSON.parse(secrets.decrypt(ticket)) as Ticket
    } catch {
      throw attemptLost()
    }
    if (read.expiresAt <= clock.now()) throw attemptLost()
    return read
  }

  /** The provider's failures are the operator's to mend, so the log has the reason. */
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      return await question()
    } catch (error) {
      log.warn({ err: error }, 'company sign-in failed at the provider')
      throw isRefusal(error) ? refusedByProvider() : providerFailed()
    }
  }

  const domainOf = (email: string) => {
    const own = emailDomain(email)
    return domains.find(({ domain }) => domain === own)
  }

  /** Finds the account of a new identity by its verified address, or creates it. */
  const link = async (tx: Transaction, claims: Claims, next: string | null) => {
    const { issuer, subject, email } = claims
    if (email === null || !isEmail(email) || !claims.isEmailVerified) throw addressNotVerified()
    await users.hold(tx, email)
    const known = await users.find(tx.db, email)
    // An address can be given to another employee, who must not get the account of the former one.
    if (known && (await store.isLinked(tx.db, issuer, known.id))) throw otherIdentity(email)
    const mayCreate =
      options.signup === 'open' || domainOf(email) || (await options.isInvited(next, email))
    if (!known && !mayCreate) throw accountMissing(email)
    const user = known ?? (await users.create(tx, email))
    await store.insert(tx.db, { issuer, subject, user_id: user.id, created_at: clock.now() })
    return user
  }

  return {
    /** The provider's page, and the ticket that the browser brings back. */
    async begin(next: string | null) {
      const { url, attempt } = await ask(provider.begin)
      const ticket: Ticket = { ...attempt, next, expiresAt: clock.now() + attemptMs }
      return { url, ticket: secrets.encrypt(JSON.stringify(ticket)) }
    },

    /** Checks what the returning browser brings. */
    async finish(query: string, ticket: string) {
      const attempt = open(ticket)
      return { claims: await ask(() => provider.finish(query, attempt)), next: attempt.next }
    },

    /** The account of the identity, with its organization and role as the provider says. */
    async signIn(tx: Transaction, claims: Claims, next: string | null) {
      const known = await store.findUser(tx.db, claims.issuer, claims.subject)
      const user = known ?? (await link(tx, claims, next))
      const joins = domainOf(user.email)?.joins
      const claimed = roleClaim === null ? undefined : highestRole(claims.all[roleClaim])
      if (joins && (!known || claimed)) {
        const role = claimed ?? joins.role
        const organization = { idOrSlug: joins.organization, role }
        const result = await members.enroll(tx, user, organization, { mayJoin: !known })
        if (result === 'unknown') {
          log.error(`QPR_OIDC_DOMAINS names an unknown organization: ${joins.organization}.`)
        }
      }
      return { userId: user.id, email: user.email, isNew: !known }
    },

    /** Ends sessions when the provider reports a logout. A token works once. */
    async logout(token: string) {
      const claims = await provider.readLogout(token).catch((error: unknown) => {
        log.warn({ err: error }, 'refused a logout token')
        throw problem(400, 'invalid_logout_token', 'This is not a valid logout token.')
      })
      await database.transaction(async ({ db }) => {
        const id = `logout ${hash64(`${claims.issuer} ${claims.tokenId}`)}`
        if (!(await takeHit(db, { id, most: 1, expiresAt: clock.now() + hourMs }))) return
        await store.endSessions(db, claims.issuer, claims)
      })
    },
  }
}

/** Of a name, or of a list of names such as groups. */
const highestRole = (claim: unknown): Role | undefined => {
  const named = [claim].flat()
  return roles.find((role) => named.includes(role))
}

/** The provider answered, and said no: the user cancelled, or has no access. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'error' in error && error.error === 'access_denied'

export const isSameAddress = (a: string, b: string): boolean => emailKey(a) === emailKey(b)

const attemptLost = () =>
  problem(403, 'sign_in_interrupted', 'This sign-in took too long or began elsewhere. Try again.', {
    inGerman:
      'Diese Anmeldung hat zu lange gedauert oder begann in einem anderen Fenster. Versuchen Sie ' +
      'es noch einmal.',
  })

const providerFailed = () =>
  problem(
    503,
    'provider_failed',
    'The sign-in service of your company did not answer. Try again.',
    {
      inGerman:
        'Der Anmeldedienst Ihrer Firma hat nicht geantwortet. Versuchen Sie es noch einmal.',
    },
  )

const refusedByProvider = () =>
  problem(403, 'provider_refused', 'The sign-in service of your company did not let you in.', {
    inGerman: 'Der Anmeldedienst Ihrer Firma hat Sie nicht angemeldet.',
  })

const addressNotVerified = () =>
  problem(
    403,
    'email_not_verified',
    'Your company account has no verified e-mail address. Ask your administrator to verify it.',
    {
      inGerman:
        'Ihr Firmenkonto hat keine bestätigte E-Mail-Adresse. Bitten Sie Ihre Administration, sie ' +
        'zu bestätigen.',
    },
  )

const otherIdentity = (email: string) =>
  problem(
    409,
    'other_identity',
    `${email} belongs to another company account here. Ask the operator of this service.`,
    {
      inGerman:
        `${email} gehört hier zu einem anderen Firmenkonto. Wenden Sie sich an den Betreiber ` +
        'dieses Dienstes.',
    },
  )

const accountMissing = (email: string) =>
  problem(403, 'account_missing', `There is no account for ${email}. Ask a member to invite you.`, {
    inGerman: `Für ${email} gibt es kein Konto. Bitten Sie ein Mitglied um eine Einladung.`,
  })
