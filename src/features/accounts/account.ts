import type { Actor, Change, Context, Facts } from '../../platform/context.ts'
import { auditSubjects } from '../../platform/context.ts'
import { invalidField, problem } from '../../platform/http/problem.ts'
import { isoTime, isoTimeOrNull } from '../../platform/kit/clock.ts'
import { nameOnOneLine } from '../../platform/mail/layout.ts'
import { walkOfUser } from '../audit/audit.ts'
import { prepareUserDeletion } from '../organizations/organizations.ts'
import { update as updateUser } from '../organizations/users.store.ts'
import type { AccountChanges } from './account.schema.ts'
import * as store from './account.store.ts'
import { confirmableSince, requestAddressChange } from './address-changes.ts'
import { listOfUser as listKeys } from './keys.store.ts'
import { listOfUser as listSessions } from './sessions.store.ts'
import { isNarrowed } from './sessions.ts'

export const retrieveAccount = async (context: Context) => {
  const { actor, service } = context
  const person = await store.findPerson(context.db, actor.userId, confirmableSince(context))
  return {
    user: {
      id: actor.userId,
      email: person.email,
      email_confirmed: person.unconfirmed_since === null,
      new_email: person.new_email,
      display_name: person.display_name,
      signs_in_with_company: person.subject !== null,
    },
    default_organization_id: actor.organizationId ?? actor.defaultOrganizationId,
    key:
      actor.keyId === null
        ? null
        : {
            id: actor.keyId,
            organization_id: actor.organizationId,
            role: actor.role,
            expires_at: isoTimeOrNull(actor.expiresAt),
          },
    session_id: actor.sessionId,
    ...service.facts(),
  }
}

export const updateAccount = async (change: Change, { email, display_name }: AccountChanges) => {
  const { db, actor } = change
  requireWholeKey(actor)
  if (email !== undefined) {
    requireSession(actor)
    await requestAddressChange(change, email)
  }
  if (display_name !== undefined) {
    await updateUser(db, actor.userId, { display_name: display_name && nameOf(display_name) })
  }
  auditSubjects(change, actor.defaultOrganizationId, [{ id: actor.userId, name: actor.email }])
  return await retrieveAccount(change)
}

/** A letter, digit or sign that leaves ink: no filler, no blank, no accent without its letter. */
const visible = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]]/v

/** Visitors see it beside their own words: no line breaks, and no signs that turn words around. */
const nameOf = (given: string): string => {
  const name = nameOnOneLine(given)
  if (!visible.test(name)) {
    throw invalidField('/display_name', 'required', 'display_name must have visible characters.')
  }
  return name
}

export const prepareAccountDeletion = async (context: Context) => {
  const { actor } = context
  requireSession(actor)
  const deleteUser = await prepareUserDeletion(context)
  return async (change: Change) => {
    const { unconfirmed_since } = await store.findPerson(change.db, actor.userId, 0)
    // Who has not proved the mailbox must not delete the links that wait in it.
    if (unconfirmed_since === null) await store.removeSignIns(change.db, actor.email)
    await deleteUser(change)
  }
}

/** Everybody who used an unconfirmed account may be somebody else than the holder of the mailbox. */
export const endAccessOfFormerUsers = (
  change: Change<unknown>,
  { userId }: Facts['addressConfirmed'],
) => store.endAccess(change.db, userId, change.now())

/** Everything that is stored about the caller, as the pieces of a JSON document. */
export const exportAccount = async (context: Context) => {
  requireWholeKey(context.actor)
  const head = await everythingAbout(context)
  return piecesOf(context, head)
}

async function* piecesOf(context: Context, head: Awaited<ReturnType<typeof everythingAbout>>) {
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "audit_entries": [`
  let separator = ''
  for (const { id } of head.organizations) {
    for await (const entries of walkOfUser(context, id)) {
      yield entries
        .map((entry) => {
          const text = `${separator}\n    ${JSON.stringify({ organization_id: id, ...entry })}`
          separator = ','
          return text
        })
        .join('')
    }
  }
  yield '\n  ]\n}\n'
}

const everythingAbout = async (context: Context) => {
  const { db, actor } = context
  const { userId } = actor
  const now = context.now()
  const person = await store.findPerson(db, userId, 0)
  const isConfirmed = person.unconfirmed_since === null
  const memberships = await store.listMemberships(db, userId)
  const organizations = []
  for (const { memberId, joined_at, ...organization } of memberships) {
    organizations.push({
      ...organization,
      member_id: memberId,
      joined_at: isoTime(joined_at),
      notifications: await store.listChoices(db, memberId),
    })
  }
  const keys = await listKeys(db, userId)
  const sessions = await listSessions(db, userId, now)
  const changes = await store.listAddressChanges(db, userId)
  const subscriptions = await store.listBrowsersWithPush(db, userId)
  const identities = await store.listIdentities(db, userId)
  // The invitations of a mailbox are only for a caller who has proved that it is theirs.
  const invitations = isConfirmed ? await store.listInvitations(db, person.email, now) : []
  return {
    exported_at: isoTime(now),
    user: {
      id: userId,
      email: person.email,
      email_confirmed: isConfirmed,
      display_name: person.display_name,
      language: person.language,
      time_zone: person.time_zone,
      created_at: isoTime(person.created_at),
    },
    organizations,
    invitations: invitations.map(({ name, role, expires_at }) => ({
      organization_name: name,
      role,
      expires_at: isoTime(expires_at),
    })),
    keys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      organization_id: key.organization_id,
      role: key.role,
      created_at: isoTime(key.created_at),
      last_used_at: isoTimeOrNull(key.last_used_at),
      expires_at: isoTimeOrNull(key.expires_at),
      revoked_at: isoTimeOrNull(key.revoked_at),
    })),
    sessions: sessions.map((session) => ({
      id: session.id,
      browser: session.browser,
      created_at: isoTime(session.created_at),
      last_used_at: isoTimeOrNull(session.last_used_at),
      expires_at: isoTime(session.expires_at),
    })),
    push_subscriptions: subscriptions.map(({ id, session_id, created_at }) => ({
      id,
      session_id,
      created_at: isoTime(created_at),
    })),
    company_identities: identities.map(({ issuer, subject, created_at }) => ({
      issuer,
      subject,
      created_at: isoTime(created_at),
    })),
    address_changes: changes.map(({ old_email, new_email, created_at, confirmed_at }) => ({
      old_email,
      new_email,
      created_at: isoTime(created_at),
      confirmed_at: isoTimeOrNull(confirmed_at),
    })),
  }
}

/** The account has all permissions of its user, so a restricted key must neither read nor change it. */
const requireWholeKey = (actor: Actor) => {
  if (isNarrowed(actor)) {
    throw problem(403, 'key_is_narrowed', 'The account needs a session, or a key without limits.')
  }
}

/** A stolen key must not take the account from its person. */
export const requireSession = ({ sessionId }: Actor): string => {
  if (sessionId === null) {
    throw problem(
      403,
      'session_required',
      'Sign in to the Studio to do this. An API key does not suffice.',
    )
  }
  return sessionId
}
