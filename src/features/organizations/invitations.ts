import type { Change, Context } from '../../platform/context.ts'
import { auditSubjects } from '../../platform/context.ts'
import { type CursorQuery, openPage } from '../../platform/http/input/cursor.ts'
import { problem, tooOften } from '../../platform/http/problem.ts'
import { dayMs, hourMs, isoTime } from '../../platform/kit/clock.ts'
import { hash64, newId } from '../../platform/kit/ids.ts'
import { enqueueMail } from '../../platform/mail/mail.ts'
import { countHit, takeHit } from '../../platform/store/rate-windows.ts'
import type { Role } from '../../platform/store/tables.ts'
import { emailKey } from '../../platform/text/email.ts'
import { requireQuota } from '../plans/plans.ts'
import { mayGrant, mayStillInvite, requireConfirmed, requireOrganization } from './access.ts'
import * as store from './invitations.store.ts'
import * as membersStore from './members.store.ts'
import { addMember } from './members.ts'
import type { NewInvitation } from './organizations.schema.ts'
import * as organizations from './organizations.store.ts'
import { languageFor, type User, userById } from './users.store.ts'
import {
  confirmAddress,
  createUnconfirmedUser,
  createUser,
  findUser,
  lockAddress,
} from './users.ts'

declare module '../../platform/context.ts' {
  interface Service {
    invitations: {
      perDay: number
      /** Whether a link by mail suffices to create an account. */
      mailSuffices: boolean
    }
  }
}

const validMs = 7 * dayMs
/** The maximum to one address from one organization. */
const mailsPerHour = 10

/** The holder of a copied link has proved no mailbox, so its signature differs from the mailed one. */
type Purpose = 'invitation' | 'copied invitation'

/**
 * The token is derived, not stored. Renewing an invitation changes its expiry and thereby ends older
 * links.
 */
export const invitationLink = (
  { service: { address, secrets } }: Pick<Context, 'service'>,
  id: string,
  expiresAt: number,
  purpose: Purpose = 'invitation',
) => `${address.baseUrl}/invitations/${id}.${secrets.sign(purpose, id, String(expiresAt))}`

/** The invitation of a valid link. */
const requireByToken = async (context: Context<unknown>, token: string) => {
  const [id = '', signature = ''] = token.split('.')
  const row = await store.findForLink(context.db, id)
  if (!row) throw invitationClosed()
  const isSigned = (purpose: Purpose) =>
    context.service.secrets.verify(signature, purpose, id, String(row.expires_at))
  const isMailed = isSigned('invitation')
  if (!isMailed && !isSigned('copied invitation')) throw invitationClosed()
  requireOpen(context, row)
  return { ...row, isMailed }
}

const requireOpen = (context: Context<unknown>, row: store.InvitationRow & store.Inviter) => {
  const now = context.now()
  if (row.expires_at <= now || !mayStillInvite(row, now)) throw invitationClosed()
}

type Reading = Pick<Context, 'db' | 'now'>

/** Open invitations: not expired, and their inviter may still invite. */
const listOpen = async (context: Reading, organizationId: string) => {
  const now = context.now()
  const rows = await store.list(context.db, organizationId, now)
  return rows.filter((row) => mayStillInvite(row, now))
}

export const countOpenInvitations = async (context: Reading, organizationId: string) =>
  (await listOpen(context, organizationId)).length

/** An open invitation needs a seat, so that it can be accepted. */
const requireSeat = async (change: Change, organizationId: string, emailFolded: string) => {
  const organization = await organizations.lock(change.db, organizationId)
  if (!organization) return
  const open = await listOpen(change, organizationId)
  const others = open.filter(({ email_folded }) => email_folded !== emailFolded)
  requireQuota(change, organization.plan, 'members', organization.members_count + others.length)
}

const countInvitation = async (change: Change, organizationId: string) => {
  const now = change.now()
  const day = Math.floor(now / dayMs)
  const id = `invitations ${organizationId} ${day}`
  const maximum = change.service.invitations.perDay
  if (await takeHit(change.db, { id, maximum, expiresAt: (day + 2) * dayMs })) return
  throw tooManyInvitations(maximum, (day + 1) * dayMs - now)
}

/** Limits the mails to an address, whether they are resent or invited again. */
const countMail = async (change: Change, organizationId: string, emailFolded: string) => {
  const now = change.now()
  const hour = Math.floor(now / hourMs)
  const id = `invitation ${organizationId} ${hash64(emailFolded)} ${hour}`
  const mails = await countHit(change.db, id, (hour + 2) * hourMs)
  if (mails > mailsPerHour) throw tooManyMails((hour + 1) * hourMs - now)
}

/** Creates or renews the invitation, and enqueues its mail. */
const sendInvitation = async (
  change: Change,
  organization: { id: string; name: string },
  invited: { email: string; emailFolded: string; role: Role },
) => {
  const { email, emailFolded, role } = invited
  const { actor } = change
  await countInvitation(change, organization.id)
  await countMail(change, organization.id, emailFolded)
  const now = change.now()
  const row = await store.upsert(change.db, {
    id: newId('inv', now),
    organization_id: organization.id,
    email,
    email_folded: emailFolded,
    role,
    created_at: now,
    expires_at: now + validMs,
    invited_by: actor.userId,
    invited_key_id: actor.keyId,
  })
  const inviter = await userById(change.db, actor.userId)
  await enqueueMail(change, {
    kind: 'invitation',
    recipient: email,
    data: {
      invitationId: row.id,
      expiresAt: row.expires_at,
      organizationId: organization.id,
      organizationName: organization.name,
      role,
      // A stranger must not send mails in the name of somebody whose mailbox they do not have.
      inviterEmail: inviter.unconfirmed_since === null ? inviter.email : null,
      language: await languageFor(change.db, emailFolded, actor.userId),
    },
  })
  return asInvitation(row)
}

export const listInvitations = async (context: Context, idOrSlug: string, query: CursorQuery) => {
  const { id } = await requireOrganization(context, idOrSlug, 'invitations:read')
  const page = openPage({ list: 'invitations', filter: [id], like: [''] as [string] }, query)
  // Few rows: the number per day is limited, and invitations expire after a week.
  const open = await listOpen(context, id)
  const [after] = page.after ?? []
  const { rows, next } = page.close(
    open.filter((invitation) => after === undefined || invitation.id > after),
    (invitation) => [invitation.id],
  )
  return { invitations: rows.map(asInvitation), ...next }
}

export const inviteMember = async (change: Change, idOrSlug: string, input: NewInvitation) => {
  const organization = await requireOrganization(change, idOrSlug, 'invitations:write')
  const { email, role = 'viewer' } = input
  const emailFolded = emailKey(email)
  const former = await store.findByEmail(change.db, organization.id, emailFolded)
  for (const granted of [role, former?.role]) requireGrantable(organization.role, granted)
  if (await membersStore.findByEmail(change.db, organization.id, emailFolded)) {
    throw alreadyMember(email)
  }
  await requireSeat(change, organization.id, emailFolded)
  return await sendInvitation(change, organization, { email, emailFolded, role })
}

/** The invitation to change, with its organization. */
const requireInvitation = async (change: Change, idOrSlug: string, invitationId: string) => {
  const organization = await requireOrganization(change, idOrSlug, 'invitations:write')
  const row = await store.find(change.db, organization.id, invitationId)
  if (!row) throw invitationNotFound(invitationId)
  requireGrantable(organization.role, row.role)
  return { organization, row }
}

/** Renews the expiry. Links that were sent before stop working. */
export const resendInvitation = async (change: Change, idOrSlug: string, invitationId: string) => {
  const { organization, row } = await requireInvitation(change, idOrSlug, invitationId)
  const { email, email_folded: emailFolded, role } = row
  await requireSeat(change, organization.id, emailFolded)
  return await sendInvitation(change, organization, { email, emailFolded, role })
}

export const revokeInvitation = async (change: Change, idOrSlug: string, invitationId: string) => {
  const { organization, row } = await requireInvitation(change, idOrSlug, invitationId)
  await store.remove(change.db, organization.id, row.id)
  auditSubjects(change, organization.id, [{ id: row.id, name: row.email }])
}

/** For the inviter to pass on, above all while no mail is sent. */
export const copyInvitationLink = async (
  change: Change,
  idOrSlug: string,
  invitationId: string,
) => {
  const { organization, row } = await requireInvitation(change, idOrSlug, invitationId)
  requireOpen(change, row)
  auditSubjects(change, organization.id, [{ id: row.id, name: row.email }])
  return { url: invitationLink(change, row.id, row.expires_at, 'copied invitation') }
}

/** The data that the page shows to the holder of a link before the button is pressed. */
export const previewInvitation = async (context: Context<unknown>, token: string) => {
  const row = await requireByToken(context, token)
  const known = await findUser(context, row.email)
  return {
    organizationName: row.organization_name,
    email: row.email,
    role: row.role,
    /** The account of the address. */
    userId: known?.id ?? null,
    ...entryOf(context, row, known),
  }
}

/**
 * How the holder of a link enters. `accept`: the link suffices. `signIn`: the owner of the account
 * proves who they are first. `either`: the inviter may hold a copied link, and must not learn from
 * its page which addresses have an account; only accepting it tells.
 */
const entryOf = (
  { service }: Context<unknown>,
  { isMailed }: { isMailed: boolean },
  known: User | undefined,
): { entry: 'accept' | 'signIn' | 'either' } => {
  if (!service.invitations.mailSuffices) return { entry: 'signIn' }
  if (!isMailed) return { entry: 'either' }
  return { entry: known?.unconfirmed_since === null ? 'signIn' : 'accept' }
}

/**
 * A link that came by mail proves the mailbox. This suffices to create an account, or to confirm the
 * address of one, but not to enter a confirmed one: its owner signs in first. A copied link proves
 * nothing: it creates an unconfirmed account, which has only this organization.
 */
export const acceptInvitation = async (
  change: Change<unknown>,
  token: string,
  signedIn: { id: string; email: string } | null,
) => {
  const { db } = change
  const { organization_id } = await requireByToken(change, token)
  // A change of the inviter's role locks this row too, so the check after the lock is final.
  await organizations.lock(db, organization_id)
  const row = await requireByToken(change, token)
  await lockAddress(change, row.email)
  const known = await findUser(change, row.email)
  if (signedIn && signedIn.id !== known?.id) throw otherAddress(row.email, signedIn.email)
  const { entry } = entryOf(change, row, known)
  if (!signedIn && (entry === 'signIn' || (entry === 'either' && known))) {
    throw signInFirst(row.email)
  }
  const isProved = entry === 'accept'
  if (known && !isProved) requireConfirmed(known)
  if (!(await store.remove(db, organization_id, row.id))) throw invitationClosed()
  const user = await accountFor(change, row, known, isProved)
  await addMember(change, organization_id, user.id, row.role)
  auditSubjects(change, organization_id, [{ id: row.id, name: row.email }])
  // A confirmation ends the session of the request too.
  const opensSession = known?.unconfirmed_since !== null
  return { userId: user.id, email: row.email, opensSession }
}

const accountFor = (
  change: Change<unknown>,
  { email, organization_id }: store.InvitationRow,
  known: User | undefined,
  isProved: boolean,
): Promise<User> | User => {
  if (known) return isProved ? confirmAddress(change, known) : known
  return isProved
    ? createUser(change, email)
    : createUnconfirmedUser(change, email, organization_id)
}

const asInvitation = ({ id, email, role, expires_at }: store.InvitationRow) => ({
  invitation_id: id,
  email,
  role,
  expires_at: isoTime(expires_at),
})

const requireGrantable = (own: Role, granted: Role | undefined) => {
  if (granted !== undefined && !mayGrant(own, granted)) {
    throw problem(403, 'role_not_allowed', `The role ${own} cannot invite owners.`)
  }
}

const alreadyMember = (email: string) =>
  problem(409, 'already_member', `${email} is already a member.`)

const tooManyMails = (waitMs: number) =>
  tooOften(
    'too_many_mails',
    `We sent ${mailsPerHour} invitations to this address within an hour, the maximum. Try ` +
      'again later.',
    waitMs,
  )

const tooManyInvitations = (maximum: number, waitMs: number) =>
  tooOften(
    'too_many_invitations',
    `This organization sent ${maximum} invitations today, the maximum. Try again tomorrow (UTC).`,
    waitMs,
  )

const invitationNotFound = (id: string) =>
  problem(404, 'invitation_not_found', `There is no invitation ${id.slice(0, 100)}.`)

const invitationClosed = () =>
  problem(
    410,
    'invitation_closed',
    'This invitation was accepted, revoked or renewed, it has expired, or its sender may no ' +
      'longer invite. Ask for a new one.',
    {
      translations: {
        de:
          'Diese Einladung wurde angenommen, zurückgezogen oder erneuert, sie ist abgelaufen, ' +
          'oder ihr Absender darf nicht mehr einladen. Bitten Sie um eine neue.',
        fr: 'Cette invitation a été acceptée, révoquée ou renouvelée, elle a expiré, ou son expéditeur ne peut plus inviter. Demandez-en une nouvelle.',
        es: 'Esta invitación se ha aceptado, revocado o renovado, ha caducado, o quien la envió ya no puede invitar. Pida una nueva.',
        it: 'Questo invito è stato accettato, revocato o rinnovato, è scaduto, oppure chi l’ha inviato non può più invitare. Ne chieda uno nuovo.',
      },
    },
  )

const signInFirst = (email: string) =>
  problem(403, 'sign_in_first', `Sign in as ${email}, then open the link again.`, {
    translations: {
      de: `Melden Sie sich als ${email} an und öffnen Sie den Link noch einmal.`,
      fr: `Connectez-vous en tant que ${email}, puis ouvrez à nouveau le lien.`,
      es: `Inicie sesión como ${email} y vuelva a abrir el enlace.`,
      it: `Acceda come ${email} e apra di nuovo il link.`,
    },
  })

const otherAddress = (invited: string, signedInAs: string) =>
  problem(
    403,
    'other_address',
    `This invitation is for ${invited}, and you are signed in as ${signedInAs}. Sign out first.`,
    {
      translations: {
        de:
          `Diese Einladung gilt für ${invited}, und Sie sind als ${signedInAs} angemeldet. ` +
          'Melden Sie sich zuerst ab.',
        fr: `Cette invitation est pour ${invited}, et vous êtes connecté en tant que ${signedInAs}. Déconnectez-vous d’abord.`,
        es: `Esta invitación es para ${invited}, y ha iniciado sesión como ${signedInAs}. Cierre primero la sesión.`,
        it: `Questo invito è per ${invited}, e l’accesso è come ${signedInAs}. Prima esca.`,
      },
    },
  )
