import type { Selectable } from 'kysely'
import type { OwnerLanguage } from '#contract/languages.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Queue } from '../../platform/store/due.ts'
import type { Role, Tables } from '../../platform/store/tables.ts'

export type ChoiceRow = Selectable<Tables['member_notifications']>

export interface MemberRow {
  memberId: string
  userId: string
  organizationId: string
  organizationName: string
  email: string
  role: Role
  language: OwnerLanguage | null
  timeZone: string | null
}

const members = (db: Db) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([
      'members.id as memberId',
      'members.user_id as userId',
      'members.organization_id as organizationId',
      'organizations.name as organizationName',
      'users.email',
      'members.role',
      'users.language',
      'users.time_zone as timeZone',
    ])

/**
 * The members who get mails. Nobody has proved that the mailbox of an unconfirmed account is theirs:
 * it may be that of a stranger, who must not read of visitors.
 */
const readers = (db: Db) => members(db).where('users.unconfirmed_since', 'is', null)

export const findReader = async (db: Db, memberId: string): Promise<MemberRow | undefined> =>
  await readers(db).where('members.id', '=', memberId).executeTakeFirst()

export const memberOfUser = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<MemberRow | undefined> =>
  await members(db)
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', userId)
    .executeTakeFirst()

/** `value` is null without a choice of this kind. */
const withChoice = (db: Db, organizationId: string, kind: NotificationKind) =>
  readers(db)
    .leftJoin('member_notifications as choice', (join) =>
      join.onRef('choice.member_id', '=', 'members.id').on('choice.kind', '=', kind),
    )
    .select(['choice.value', 'choice.since'])
    .where('members.organization_id', '=', organizationId)
    .orderBy('members.id')

/** The owners, and every member with a choice of this kind. */
export const candidates = async (
  db: Db,
  organizationId: string,
  kind: NotificationKind,
): Promise<(MemberRow & { value: ChoiceRow['value'] | null; since: number | null })[]> =>
  await withChoice(db, organizationId, kind)
    .where((row) => row.or([row('members.role', '=', 'owner'), row('choice.value', '!=', 'off')]))
    .execute()

/** These members with their choice of a kind, if they made one. */
export const amongMembers = async (
  db: Db,
  organizationId: string,
  kind: NotificationKind,
  memberIds: string[],
) =>
  memberIds.length === 0
    ? []
    : await withChoice(db, organizationId, kind).where('members.id', 'in', memberIds).execute()

/** The members who chose to hear of bad ratings, in an order in which locks cannot deadlock. */
export const ratingReaders = async (db: Db, organizationId: string) =>
  await db
    .selectFrom('member_notifications')
    .select(['member_id', 'sent_at'])
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'bad_rating')
    .where('value', '=', 'on')
    .orderBy('member_id')
    .execute()

export const choicesOf = async (db: Db, memberId: string): Promise<ChoiceRow[]> =>
  await db
    .selectFrom('member_notifications')
    .selectAll()
    .where('member_id', '=', memberId)
    .execute()

export const saveChoice = async (db: Db, row: ChoiceRow) => {
  const { value, since, due_at } = row
  await db
    .insertInto('member_notifications')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'kind']).doUpdateSet({ value, since, due_at }),
    )
    .execute()
}

export const savePerson = async (
  db: Db,
  userId: string,
  person: { language?: OwnerLanguage; time_zone?: string },
) => {
  await db.updateTable('users').set(person).where('id', '=', userId).execute()
}

/** The summaries of a user in all organizations, which follow the user's time zone. */
export const summariesOfUser = async (db: Db, userId: string): Promise<ChoiceRow[]> =>
  await db
    .selectFrom('member_notifications')
    .innerJoin('members', 'members.id', 'member_notifications.member_id')
    .selectAll('member_notifications')
    .where('members.user_id', '=', userId)
    .where('member_notifications.kind', '=', 'summary')
    .where('member_notifications.value', '!=', 'off')
    .execute()

export const queue: Queue<'member_notifications'> = {
  table: 'member_notifications',
  keys: ['member_id', 'kind'],
  at: 'due_at',
}
