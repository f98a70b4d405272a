import type { Actor } from '../../platform/http/callers/actor.ts'
import type { CursorQuery } from '../../platform/http/input/cursor.schema.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { problem, tooOften } from '../../platform/http/problem.ts'
import { dayMs, hourMs, isoTime } from '../../platform/kit/clock.ts'
import { hash64, newId } from '../../platform/kit/ids.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import type { Outgoing } from '../../platform/mail/mail.ts'
import type { Base, Db, Transaction } from '../../platform/store/database.ts'
import { countHit, takeHit } from '../../platform/store/rate-windows.ts'
import type { Role } from '../../platform/store/tables.ts'
import { emailKey } from '../../platform/text/email.ts'
import { touch } from '../../platform/trail.ts'
import type { PlanGate } from '../plans/limits.ts'
import type { Access } from './access.ts'
import { mayGrant, mayStillInvite } from './invitations.inviter.ts'
import * as store from './invitations.store.ts'
import type { NewInvitation } from './members.schema.ts'
import * as membersStore from './members.store.ts'
import type { Members } from './organizations.legacy.ts'
import * as organizations from './organizations.store.ts'

const validMs = 7 * dayMs
/** The maximum to one address from one organization. */
const mailsPerHour = 10

interface InvitationsOptions extends Base {
  secrets: Secrets
  access: Access
  members: Members
  gate: PlanGate
  mail: Outgoing
  users: {
    find(db: Db, email: string): Promise<{ id: string } | undefined>
    /**
     * Locks the address, so that no other request creates its account before the end of the
     * transaction.
     */
    hold(tx: Transaction, email: string): Promise<void>
    create(tx: Transaction, email: string): Promise<{ id: string }>
  }
  invitationsPerDay: number
  /** Whether a link by mail suffices to create an account. */
  mailSuffices: boolean
  baseUrl: string
}

export type Invitations = ReturnType<typeof createInvitations>

export const createInvitations = (options: InvitationsOptions) => {
  const { database, clock, secrets, access, members, gate, mail, users, baseUrl } = options

  /**
   * Derived, not stored. Renewing an invitation changes its expiry and thereby ends older links.
   */
  const tokenFor = (id: string, expiresAt: number) =>
    `${id}.${secrets.sign('invitation', id, String(expiresAt))}`

  /** The invitation of a valid link. */
  const forToken = async (db: Db, token: string) => {
    const [id = '', signature = ''] = token.split('.')
    const row = await store.findForLink(db, id)
    if (!row || !secrets.verify(signature, 'invitation', id, String(row.expires_at))) {
      throw invitationClosed()
    }
    const now = clock.now()
    if (row.expires_at <= now || !mayStillInvite(row, now)) throw invitationClosed()
    return row
  }

  /** Open invitations: not expired, and their inviter may still invite. */
  const listOpen = async (db: Db, organizationId: string) => {
    const now = clock.now()
    const rows = await store.list(db, organizationId, now)
    return rows.filter((row) => mayStillInvite(row, now))
  }

  /** An open invitation needs a seat, so that it can be accepted. */
  const requireSeat = async (tx: Transaction, organizationId: string, emailFolded: string) => {
    const held = await organizations.lock(tx.db, organizationId)
    if (!held) return
    const open = await listOpen(tx.db, organizationId)
    const others = open.filter(({ email_folded }) => email_folded !== emailFolded)
    gate.require(held.plan, 'members', held.members_count + others.length)
  }

  const countInvitation = async (tx: Transaction, organizationId: string) => {
    const now = clock.now()
    const day = Math.floor(now / dayMs)
    const id = `invitations ${organizationId} ${day}`
    const most = options.invitationsPerDay
    if (await takeHit(tx.db, { id, most, expiresAt: (day + 2) * dayMs })) return
    throw tooManyInvitations(most, (day + 1) * dayMs - now)
  }

  /** Limits the mails to an address, whether they are resent or invited again. */
  const countMail = async (tx: Transaction, organizationId: string, emailFolded: string) => {
    const now = clock.now()
    const hour = Math.floor(now / hourMs)
    const id = `invitation ${organizationId} ${hash64(emailFolded)} ${hour}`
    const mails = await countHit(tx.db, id, (hour + 2) * hourMs)
    if (mails > mailsPerHour) throw tooManyMails((hour + 1) * hourMs - now)
  }

  /** Creates or renews the invitation, and enqueues its mail. */
  const send = async (
    tx: Transaction,
    actor: Actor,
    organization: { id: string; name: string },
    invited: { email: string; emailFolded: string; role: Role },
  ) => {
    const { email, emailFolded, role } = invited
    await countInvitation(tx, organization.id)
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
      invited_by: actor.userId,
      invited_key_id: actor.keyId,
    })
    await mail.enqueue(tx, {
      kind: 'invitation',
      recipient: email,
      data: {
        invitationId: row.id,
        expiresAt: row.expires_at,
        organizationId: organization.id,
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
      // Few rows: the number per day is limited, and invitations expire after a week.
      const open = await listOpen(db, id)
      const [after] = page.after ?? []
      const { rows, next } = page.close(
        open.filter((invitation) => after === undefined || invitation.id > after),
        (invitation) => [invitation.id],
      )
      return { invitations: rows.map(asInvitation), ...next }
    },

    async countOpen(db: Db, organizationId: string) {
      return (await listOpen(db, organizationId)).length
    },

    async invite(tx: Transaction, actor: Actor, idOrSlug: string, input: NewInvitation) {
      const organization = await access.organization(tx.db, actor, idOrSlug, 'invitations:write')
      const { email, role = 'viewer' } = input
      const emailFolded = emailKey(email)
      const former = await store.findByEmail(tx.db, organization.id, emailFolded)
      for (const granted of [role, former?.role]) requireGrantable(organization.role, granted)
      if (await membersStore.findByEmail(tx.db, organization.id, emailFolded)) {
        throw alreadyMember(email)
      }
      await requireSeat(tx, organization.id, emailFolded)
      return await send(tx, actor, organization, { email, emailFolded, role })
    },

    /** Renews the expiry. Links that were sent before stop working. */
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
      touch(tx.db, organization.id, [{ id: row.id, name: row.email }])
    },

    link: (id: string, expiresAt: number) => `${baseUrl}/invitations/${tokenFor(id, expiresAt)}`,

    /** The data that the page shows to the holder of a link before the button is pressed. */
    async look(token: string) {
      const row = await forToken(database.db, token)
      return {
        organizationName: row.organization_name,
        email: row.email,
        role: row.role,
        /** The account of the address; null when accepting would create one. */
        userId: (await users.find(database.db, row.email))?.id ?? null,
        mailSuffices: options.mailSuffices,
      }
    },

    /**
     * The link came by mail, so its holder can read that mailbox. This suffices to create an
     * account, but not to enter an existing one: its owner signs in first, and then need not
     * confirm again.
     */
    async accept(tx: Transaction, token: string, signedIn: SignedIn | null) {
      const { organization_id } = await forToken(tx.db, token)
      // A change of the inviter's role locks this row too, so the check after the lock is final.
      await organizations.lock(tx.db, organization_id)
      const row = await forToken(tx.db, token)
      await users.hold(tx, row.email)
      const known = await users.find(tx.db, row.email)
      if (signedIn && signedIn.id !== known?.id) throw otherAddress(row.email, signedIn.email)
      if ((known || !options.mailSuffices) && !signedIn) throw signInFirst(row.email)
      if (!(await store.remove(tx.db, organization_id, row.id))) throw invitationClosed()
      const { id: userId } = known ?? (await users.create(tx, row.email))
      await members.add(tx, organization_id, userId, row.role)
      touch(tx.db, organization_id, [{ id: row.id, name: row.email }])
      return { userId, email: row.email, isNew: !known }
    },
  }
}

interface SignedIn {
  id: string
  email: string
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

const tooManyInvitations = (most: number, waitMs: number) =>
  tooOften(
    'too_many_invitations',
    `This organization sent ${most} invitations today, the maximum. Try again tomorrow (UTC).`,
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
      inGerman:
        'Diese Einladung wurde angenommen, zurückgezogen oder erneuert, sie ist abgelaufen, ' +
        'oder ihr Absender darf nicht mehr einladen. Bitten Sie um eine neue.',
    },
  )

const signInFirst = (email: string) =>
  problem(403, 'sign_in_first', `Sign in as ${email}, then open the link again.`, {
    inGerman: `Melden Sie sich als ${email} an und öffnen Sie den Link noch einmal.`,
  })

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
