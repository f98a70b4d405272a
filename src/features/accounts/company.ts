import { type Role, roles } from '#contract/roles.ts'
import { runUnaudited } from '../../platform/change.ts'
import type { Change, Context, Service } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { hourMs, minuteMs } from '../../platform/kit/clock.ts'
import { hash64 } from '../../platform/kit/ids.ts'
import type { Db } from '../../platform/store/database.ts'
import { takeHit } from '../../platform/store/rate-windows.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { emailDomain, emailKey, isEmail } from '../../platform/text/email.ts'
import { requireConfirmed } from '../organizations/access.ts'
import { previewInvitation } from '../organizations/invitations.ts'
import { enrollMember } from '../organizations/members.ts'
import { createUser, findUser, lockAddress } from '../organizations/users.ts'
import type { Claims, CompanyDomain, Provider, SignInAttempt } from './company-provider.ts'
import { lockUser } from './keys.store.ts'

declare module '../../platform/context.ts' {
  interface Service {
    /** Null: users sign in by mail only. */
    company: Company | null
  }
}

/** Signing in with the account of a company. An identity is an issuer and a subject. */
interface Company {
  /** The name on the button. */
  name: string
  provider: Provider
  domains: CompanyDomain[]
  /** The claim that names the role; null: the role of the domain. */
  roleClaim: string | null
}

interface Ticket extends SignInAttempt {
  next: string | null
  expiresAt: number
}

/** The time that a user has to sign in at the provider. */
export const attemptMs = 15 * minuteMs

/** The pages of the company exist only with its settings. */
const companyOf = ({ company }: Service): Company => {
  if (!company) throw new Error('This service has no company sign-in.')
  return company
}

const readTicket = (context: Context<unknown>, ticket: string): Ticket => {
  let read: Ticket
  try {
    read = JSON.parse(context.service.secrets.decrypt(ticket)) as Ticket
  } catch {
    throw attemptLost()
  }
  if (read.expiresAt <= context.now()) throw attemptLost()
  return read
}

/** The provider's failures are the operator's to mend, so the log has the reason. */
const ask = async <T>({ service }: Context<unknown>, question: () => Promise<T>): Promise<T> => {
  try {
    return await question()
  } catch (error) {
    service.log.warn({ err: error }, 'company sign-in failed at the provider')
    throw isRefusal(error) ? refusedByProvider() : providerFailed()
  }
}

const domainOf = (service: Service, email: string) => {
  const own = emailDomain(email)
  return companyOf(service).domains.find(({ domain }) => domain === own)
}

/** Whether the page that the user wants is an open invitation for this address. */
const isInvited = async (change: Change<unknown>, next: string | null, email: string) => {
  const [, token] = /^\/invitations\/(.+)$/.exec(next ?? '') ?? []
  if (token === undefined) return false
  return emailKey((await previewInvitation(change, token)).email) === emailKey(email)
}

// An undo of a change of address locks the user, and takes the address and the identities of a thief
// away. A sign-in that waited for it reads them again.

/** Finds the account of a new identity by its verified address, or creates it. */
const linkIdentity = async (change: Change<unknown>, claims: Claims, next: string | null) => {
  const { db, service } = change
  const { issuer, subject, email } = claims
  if (email === null || !isEmail(email) || !claims.isEmailVerified) throw addressNotVerified()
  await lockAddress(change, email)
  const found = await findUser(change, email)
  if (found) await lockUser(db, found.id)
  const known = found && (await findUser(change, email))
  if (known) requireConfirmed(known)
  // An address can be given to another employee, who must not get the account of the former one.
  if (known && (await isLinkedTo(db, issuer, known.id))) throw otherIdentity(email)
  const mayCreate =
    service.signIns.signup === 'open' ||
    domainOf(service, email) ||
    (await isInvited(change, next, email))
  if (!known && !mayCreate) throw accountMissing(email)
  const user = known ?? (await createUser(change, email))
  await insertIdentity(db, { issuer, subject, user_id: user.id, created_at: change.now() })
  return user
}

const lockIdentity = async ({ db }: Change<unknown>, { issuer, subject }: Claims) => {
  const found = await userOfIdentity(db, issuer, subject)
  if (found) await lockUser(db, found.id)
  return found && (await userOfIdentity(db, issuer, subject))
}

/** The provider's page, and the ticket that the browser brings back. */
export const beginCompanySignIn = async (context: Context<unknown>, next: string | null) => {
  const { service } = context
  const { url, attempt } = await ask(context, companyOf(service).provider.begin)
  const ticket: Ticket = { ...attempt, next, expiresAt: context.now() + attemptMs }
  return { url, ticket: service.secrets.encrypt(JSON.stringify(ticket)) }
}

/** Checks what the returning browser brings. */
export const finishCompanySignIn = async (
  context: Context<unknown>,
  query: string,
  ticket: string,
) => {
  const { provider } = companyOf(context.service)
  const attempt = readTicket(context, ticket)
  const claims = await ask(context, () => provider.finish(query, attempt))
  return { claims, next: attempt.next }
}

/** The account of the identity, with its organization and role as the provider says. */
export const signInWithCompany = async (
  change: Change<unknown>,
  claims: Claims,
  next: string | null,
) => {
  const { service } = change
  const { roleClaim } = companyOf(service)
  const known = await lockIdentity(change, claims)
  const user = known ?? (await linkIdentity(change, claims, next))
  const joins = domainOf(service, user.email)?.joins
  const claimed = roleClaim === null ? undefined : highestRole(claims.all[roleClaim])
  if (joins && (!known || claimed)) {
    const role = claimed ?? joins.role
    const organization = { idOrSlug: joins.organization, role }
    const result = await enrollMember(change, user, organization, { mayJoin: !known })
    if (result === 'unknown') {
      service.log.error(`QPR_OIDC_DOMAINS names an unknown organization: ${joins.organization}.`)
    }
  }
  return { userId: user.id, email: user.email, isNew: !known }
}

/** Ends sessions when the provider reports a logout. A token works once. */
export const logoutByProvider = async (service: Service, token: string) => {
  const { provider } = companyOf(service)
  const claims = await provider.readLogout(token).catch((error: unknown) => {
    service.log.warn({ err: error }, 'refused a logout token')
    throw problem(400, 'invalid_logout_token', 'This is not a valid logout token.')
  })
  await runUnaudited(service, async (change) => {
    const id = `logout ${hash64(`${claims.issuer} ${claims.tokenId}`)}`
    if (!(await takeHit(change.db, { id, maximum: 1, expiresAt: change.now() + hourMs }))) return
    await endProviderSessions(change.db, claims.issuer, claims)
  })
}

/** A claim is a name, or a list of names such as groups. */
const highestRole = (claim: unknown): Role | undefined => {
  const named = [claim].flat()
  return roles.find((role) => named.includes(role))
}

/** The provider answered, and said no: the user cancelled, or has no access. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'error' in error && error.error === 'access_denied'

const attemptLost = () =>
  problem(403, 'sign_in_interrupted', 'This sign-in took too long or began elsewhere. Try again.', {
    translations: {
      de:
        'Diese Anmeldung hat zu lange gedauert oder begann in einem anderen Fenster. Versuchen Sie ' +
        'es noch einmal.',
      fr: 'Cette connexion a pris trop de temps ou a commencé dans une autre fenêtre. Réessayez.',
      es: 'Este inicio de sesión ha tardado demasiado o empezó en otra ventana. Inténtelo de nuevo.',
      it: 'Questo accesso ha richiesto troppo tempo o è iniziato in un’altra finestra. Riprovi.',
    },
  })

const providerFailed = () =>
  problem(
    503,
    'provider_failed',
    'The sign-in service of your company did not answer. Try again.',
    {
      translations: {
        de: 'Der Anmeldedienst Ihrer Firma hat nicht geantwortet. Versuchen Sie es noch einmal.',
        fr: 'Le service de connexion de votre entreprise n’a pas répondu. Réessayez.',
        es: 'El servicio de inicio de sesión de su empresa no ha respondido. Inténtelo de nuevo.',
        it: 'Il servizio di accesso della sua azienda non ha risposto. Riprovi.',
      },
    },
  )

const refusedByProvider = () =>
  problem(403, 'provider_refused', 'The sign-in service of your company did not let you in.', {
    translations: {
      de: 'Der Anmeldedienst Ihrer Firma hat Sie nicht angemeldet.',
      fr: 'Le service de connexion de votre entreprise ne vous a pas autorisé à entrer.',
      es: 'El servicio de inicio de sesión de su empresa no le ha dejado entrar.',
      it: 'Il servizio di accesso della sua azienda non l’ha fatta entrare.',
    },
  })

const addressNotVerified = () =>
  problem(
    403,
    'email_not_verified',
    'Your company account has no verified e-mail address. Ask your administrator to verify it.',
    {
      translations: {
        de:
          'Ihr Firmenkonto hat keine bestätigte E-Mail-Adresse. Bitten Sie Ihre Administration, sie ' +
          'zu bestätigen.',
        fr: 'Votre compte d’entreprise n’a pas d’adresse e-mail vérifiée. Demandez à votre administrateur de la vérifier.',
        es: 'Su cuenta de empresa no tiene un correo electrónico verificado. Pida a su administrador que lo verifique.',
        it: 'Il suo account aziendale non ha un indirizzo e-mail verificato. Chieda all’amministratore di verificarlo.',
      },
    },
  )

const otherIdentity = (email: string) =>
  problem(
    409,
    'other_identity',
    `${email} belongs to another company account here. Ask the operator of this service.`,
    {
      translations: {
        de:
          `${email} gehört hier zu einem anderen Firmenkonto. Wenden Sie sich an den Betreiber ` +
          'dieses Dienstes.',
        fr: `${email} appartient ici à un autre compte d’entreprise. Adressez-vous à l’exploitant de ce service.`,
        es: `${email} pertenece aquí a otra cuenta de empresa. Diríjase a quien gestiona este servicio.`,
        it: `${email} appartiene qui a un altro account aziendale. Si rivolga a chi gestisce questo servizio.`,
      },
    },
  )

const accountMissing = (email: string) =>
  problem(403, 'account_missing', `There is no account for ${email}. Ask a member to invite you.`, {
    translations: {
      de: `Für ${email} gibt es kein Konto. Bitten Sie ein Mitglied um eine Einladung.`,
      fr: `Il n’y a pas de compte pour ${email}. Demandez une invitation à un membre.`,
      es: `No hay ninguna cuenta para ${email}. Pida una invitación a un miembro.`,
      it: `Non c’è nessun account per ${email}. Chieda un invito a un membro.`,
    },
  })

/** The user of an identity. */
const userOfIdentity = async (db: Db, issuer: string, subject: string) =>
  await db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.email'])
    .where('identities.issuer', '=', issuer)
    .where('identities.subject', '=', subject)
    .executeTakeFirst()

const isLinkedTo = async (db: Db, issuer: string, userId: string): Promise<boolean> => {
  const identity = await db
    .selectFrom('identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return identity !== undefined
}

const insertIdentity = async (db: Db, row: Tables['identities']) => {
  await db.insertInto('identities').values(row).execute()
}

/** Ends the sessions that this user, or this session at the provider, began. */
const endProviderSessions = async (
  db: Db,
  issuer: string,
  { subject, session }: { subject: string | null; session: string | null },
) => {
  const identities = db.selectFrom('identities').select('user_id').where('issuer', '=', issuer)
  const users = subject === null ? identities : identities.where('subject', '=', subject)
  const ended = db
    .deleteFrom('sessions')
    .where('user_id', 'in', users)
    .where('provider_session', 'is not', null)
  await (session === null ? ended : ended.where('provider_session', '=', session)).execute()
}
