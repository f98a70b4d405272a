import type { Db } from '../../platform/store/database.ts'
import { emailKey } from '../../platform/text/email.ts'

/** What the account page shows of a user. `pendingSince`: an older change of address has expired. */
export const findPerson = async (db: Db, userId: string, pendingSince: number) =>
  await db
    .selectFrom('users')
    .select((row) => [
      'email',
      'display_name',
      'language',
      'time_zone',
      'created_at',
      'unconfirmed_since',
      row
        .selectFrom('address_changes')
        .select('new_email')
        .where('address_changes.user_id', '=', userId)
        .where('confirmed_at', 'is', null)
        .where('address_changes.created_at', '>', pendingSince)
        .orderBy('address_changes.id', 'desc')
        .limit(1)
        .as('new_email'),
      row
        .selectFrom('identities')
        .select('subject')
        .where('identities.user_id', '=', userId)
        .limit(1)
        .as('subject'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** Nobody stays signed in, and no key stays valid. */
export const endAccess = async (db: Db, userId: string, now: number) => {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Links that wait in a mailbox must not open a new account for an address that was given up. */
export const removeSignIns = async (db: Db, email: string) => {
  await db.deleteFrom('sign_ins').where('email_folded', '=', emailKey(email)).execute()
}

export const listMemberships = async (db: Db, userId: string) =>
  await db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([
      'members.id as memberId',
      'members.role',
      'members.joined_at',
      'organizations.id',
      'organizations.name',
      'organizations.slug',
    ])
    .where('members.user_id', '=', userId)
    .orderBy('organizations.id')
    .execute()

export const listChoices = async (db: Db, memberId: string) =>
  await db
    .selectFrom('member_notifications')
    .select(['kind', 'value'])
    .where('member_id', '=', memberId)
    .orderBy('kind')
    .execute()

export const listBrowsersWithPush = async (db: Db, userId: string) =>
  await db
    .selectFrom('push_subscriptions')
    .select(['id', 'session_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

export const listIdentities = async (db: Db, userId: string) =>
  await db
    .selectFrom('identities')
    .select(['issuer', 'subject', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

export const listAddressChanges = async (db: Db, userId: string) =>
  await db
    .selectFrom('address_changes')
    .select(['old_email', 'new_email', 'created_at', 'confirmed_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

/** Of all organizations, for the person who is invited. */
export const listInvitations = async (db: Db, email: string, now: number) =>
  await db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .select(['organizations.name', 'invitations.role', 'invitations.expires_at'])
    .where('invitations.email_folded', '=', emailKey(email))
    .where('invitations.expires_at', '>', now)
    .orderBy('invitations.id')
    .execute()
