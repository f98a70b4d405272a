import type { PlanGate } from '../billing/limits.ts'
import type { Actor } from '../http/actor.ts'
import { type CursorQuery, openPage } from '../http/cursor.ts'
import { problem } from '../http/problem.ts'
import { type Clock, dayMs, hourMs, isoTime, secondMs } from '../kit/clock.ts'
import { hash64, newId } from '../kit/ids.ts'
import type { Secrets } from '../kit/secrets.ts'
import { fold } from '../kit/text.ts'
import type { Outgoing } from '../mail/mail.ts'
import type { Database, Db, Transaction } from '../storage/database.ts'
import { countHit } from '../storage/rate-windows.ts'
import type { Role } from '../storage/tables.ts'
import type { Access } from './access.ts'
import * as store from './invitations.store.ts'
import type { NewInvitation } from './members.schema.ts'
import * as membersStore from './members.store.ts'
import type { Members } from './members.ts'
import * as organizations from './organizations.store.ts'

const validMs = 7 * dayMs
/** To one address from one organization. */
const mailsPerHour = 10

interface InvitationsOptions {
  database: Database
  clock: Clock
  secrets: Secrets
  access: Access
  members: Members
  gate: PlanGate
  mail: Outgoing
  /** Finds or makes the user with this address. */
  userFor: (tx: Transaction, email: string) => Promise<{ id: string; email: string }>
  baseUrl: string
}

export type Invitations = ReturnType<typeof createInvitations>

export const createInvitations = (options: InvitationsOptions) => {
  const { database, clock, secrets, access, members, gate, mail, userFor, baseUrl } = options

  /** Derived, not stored; renewing an invitation changes its expiry and so ends older links. */
  const tokenFor = (id: string, expiresAt: number) =>
    `${id}.${secrets.sign('invitation', id, String(expiresAt))}`

  /** The invitation behind a link, or null where the link is wrong, used, revoked or renewed. */
  const forToken = async (db: Database['db'], token: string) => {
    const [id = '', signature = ''] = token.split('.')
    const row = await store.findForLink(db, id)
    if (!row) return null
    if (!secrets.verify(signature, 'invitation', id, String(row.expires_at))) return null
    return row.expires_at > clock.now() ? row : null
  }

  /** Whoever is invited has a seat: an invitation that could not be accepted is none. */
  const requireSeat = async (tx: Transaction, organizationId: string, emailFolded: string) => {
    const held = await organizations.lock(tx.db, organizationId)
    if (!held) return
    const open = await store.list(tx.db, organizationId, clock.now(), null)
    const others = open.filter(({ email_folded }) => email_folded !== emailFolded)
    gate.require(held.plan, 'members', held.members_count + others.length)
  }

  /** Nobody is flooded: not by pressing a button again and again, nor by inviting once more. */
  const countMail = async (tx: Transaction, organizationId: string, emailFolded: string) => {
    const now = clock.now()
    const hour = Math.floor(now / hourMs)
    const id = `invitation ${organizationId} ${hash64(emailFolded)} ${hour}`
    const mails = await countHit(tx.db, id, (hour + 2) * hourMs)
    if (mails > mailsPerHour) throw tooManyMails((hour + 1) * hourMs - now)
  }

  /** Writes the invitation, or renews it, and its mail. */
  const send = async (
    tx: Transaction,
    actor: Actor,
    organization: { id: string; name: string },
    invited: { email: string; emailFolded: string; role: Role },
  ) => {
    const { email, emailFolded, role } = invited
    await countMail(tx, organization.id, emailFolded)
    const now = clock.now()
    const row = await store.upsert(tx.db, {
      id: newId('inv', now),
      organization_id: organization.id,
      email,
      email_folded: emailFolded,
      role,
      created_at: now,
      expires_at: now + validMs,
    })
    await mail.enqueue(tx, {
      kind: 'invitation',
      recipient: email,
      data: {
        invitationId: row.id,
        expiresAt: row.expires_at,
        organizationName: organization.name,
        role,
        inviterEmail: actor.email,
      },
    })
    return asInvitation(row)
  }

  return {
    async list(actor: Actor, idOrSlug: string, query: CursorQuery) {
      const { db } = database
      const { id } = await access.organization(db, actor, idOrSlug, 'invitations:read')
      const page = openPage({ list: 'invitations', filter: [id], like: [''] as [string] }, query)
      const found = await store.list(db, id, clock.now(), page.part)
      const { rows, next } = page.close(found, (invitation) => [invitation.id])
      return { invitations: rows.map(asInvitation), ...next }
    },

    async countOpen(db: Db, organizationId: string) {
      return (await store.list(db, organizationId, clock.now(), null)).length
    },

    async invite(tx: Transaction, actor: Actor, idOrSlug: string, input: NewInvitation) {
      const organization = await access.organization(tx.db, actor, idOrSlug, 'invitations:write')
      const { email, role = 'viewer' } = input
      const emailFolded = fold(email)
      const former = await store.findByEmail(tx.db, organization.id, emailFolded)
      for (const granted of [role, former?.role]) requireGrantable(organization.role, granted)
      if (await membersStore.findByEmail(tx.db, organization.id, emailFolded)) {
        throw alreadyMember(email)
      }
      await requireSeat(tx, organization.id, emailFolded)
      return await send(tx, actor, organization, { email, emailFolded, role })
    },

    /** The same invitation with a new expiry; links that were sent before stop working. */
    async resend(tx: Transaction, actor: Actor, idOrSlug: string, invitationId: string) {
      const organization = await access.organization(tx.db, actor, idOrSlug, 'invitations:write')
      const row = await store.find(tx.db, organization.id, invitationId)
      if (!row) throw invitationNotFound(invitationId)
      requireGrantable(organization.role, row.role)
      const { email, email_folded: emailFolded, role } = row
      await requireSeat(tx, organization.id, emailFolded)
      return await send(tx, actor, organization, { email, emailFolded, role })
    },

    async revoke(tx: Transaction, actor: Actor, idOrSlug: string, invitationId: string) {
      const organization = await access.organization(tx.db, actor, idOrSlug, 'invitations:write')
      const row = await store.find(tx.db, organization.id, invitationId)
      if (!row) throw invitationNotFound(invitationId)
      requireGrantable(organization.role, row.role)
      await store.remove(tx.db, organization.id, row.id)
    },

    link: (id: string, expiresAt: number) => `${baseUrl}/invitations/${tokenFor(id, expiresAt)}`,

    /** What the bearer of a link may see before pressing the button. */
    async look(token: string) {
      const row = await forToken(database.db, token)
      if (!row) throw invitationClosed()
      return {
        organizationName: row.organization_name,
        organizationId: row.organization_id,
        email: row.email,
        role: row.role,
      }
    },

    /** The link came by mail, so its bearer reads that mailbox: that is who they are. */
    async accept(tx: Transaction, token: string, signedInAs: string | null) {
      const row = await forToken(tx.db, token)
      if (!row) throw invitationClosed()
      if (signedInAs !== null && fold(signedInAs) !== row.email_folded) {
        throw otherAddress(row.email, signedInAs)
      }
      if (!(await store.remove(tx.db, row.organization_id, row.id))) throw invitationClosed()
      const user = await userFor(tx, row.email)
      await members.add(tx, row.organization_id, user.id, row.role)
      return { user, organizationName: row.organization_name, role: row.role }
    },
  }
}

const asInvitation = ({ id, email, role, expires_at }: store.InvitationRow) => ({
  invitation_id: id,
  email,
  role,
  expires_at: isoTime(expires_at),
})

/** Owners grant any role, admins all but owner. */
const requireGrantable = (own: Role, granted: Role | undefined) => {
  if (granted === 'owner' && own !== 'owner') {
    throw problem(403, 'role_not_allowed', `The role ${own} does not invite owners.`)
  }
}

const alreadyMember = (email: string) =>
  problem(409, 'already_member', `${email} is a member already.`)

const tooManyMails = (waitMs: number) => {
  const seconds = Math.ceil(waitMs / secondMs)
  return problem(
    429,
    'too_many_mails',
    `This address was sent ${mailsPerHour} invitations within an hour. Try again later.`,
    { headers: { 'Retry-After': String(seconds) } },
  )
}

const invitationNotFound = (id: string) =>
  problem(404, 'invitation_not_found', `There is no invitation ${id.slice(0, 100)}.`)

const invitationClosed = () =>
  problem(
    410,
    'invitation_closed',
    'This invitation was accepted, revoked or renewed, or it has expired. Ask for a new one.',
    {
      inGerman:
        'Diese Einladung wurde angenommen, zurückgezogen oder erneuert, oder sie ist abgelaufen. ' +
        'Bitten Sie um eine neue.',
    },
  )

const otherAddress = (invited: string, signedInAs: string) =>
  problem(
    403,
    'other_address',
    `This invitation is for ${invited}, and you are signed in as ${signedInAs}. Sign out first.`,
    {
      inGerman:
        `Diese Einladung gilt für ${invited}, und Sie sind als ${signedInAs} angemeldet. ` +
        'Melden Sie sich zuerst ab.',
    },
  )
