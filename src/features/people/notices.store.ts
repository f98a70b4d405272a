import type { Selectable } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import type { Queue } from '../../platform/store/due.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { codeField, hasCode } from '../codes/stays.store.ts'

export type NoticeRow = Selectable<Tables['handoff_notices']>
export type TargetRow = Tables['chat_targets']
export type SubscriptionRow = Tables['push_subscriptions']

export const queue: Queue<'handoff_notices'> = {
  table: 'handoff_notices',
  keys: ['id'],
  at: 'due_at',
  claims: 'attempts',
}

export const insertNotices = async (db: Db, rows: NoticeRow[]) => {
  if (rows.length > 0) await db.insertInto('handoff_notices').values(rows).execute()
}

export const removeNotice = async (db: Db, id: string) => {
  await db.deleteFrom('handoff_notices').where('id', '=', id).execute()
}

/** The conversation of a notice, while its visitor waits. */
export const findWaiting = async (db: Db, conversationId: string) =>
  await db
    .selectFrom('conversations')
    .innerJoin('organizations', 'organizations.id', 'conversations.organization_id')
    .select(['conversations.id', 'conversations.organization_id as organizationId'])
    .select('conversations.waits_until as waitsUntil')
    .select(codeField('conversations', 'name').as('codeName'))
    .where('conversations.id', '=', conversationId)
    .where('conversations.handling', '=', 'waiting')
    .where(hasCode('conversations'))
    .executeTakeFirst()

export const listTargets = async (db: Db, organizationId: string): Promise<TargetRow[]> =>
  await db
    .selectFrom('chat_targets')
    .select(['id', 'organization_id', 'kind', 'host', 'sealed', 'created_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()

export const findTarget = async (db: Db, organizationId: string, id: string) =>
  (await listTargets(db, organizationId)).find((target) => target.id === id)

export const insertTargets = async (db: Db, rows: TargetRow[]) => {
  if (rows.length > 0) await db.insertInto('chat_targets').values(rows).execute()
}

export const removeTargets = async (db: Db, organizationId: string, ids: string[]) => {
  if (ids.length === 0) return
  await db
    .deleteFrom('chat_targets')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
}

/** The oldest owner decides the language of messages to a chat tool. */
export const ownerLanguage = async (db: Db, organizationId: string) => {
  const owner = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('users.language')
    .where('members.organization_id', '=', organizationId)
    .where('members.role', '=', 'owner')
    .orderBy('members.id')
    .limit(1)
    .executeTakeFirst()
  return owner?.language ?? 'en'
}

const subscriptions = (db: Db) =>
  db
    .selectFrom('push_subscriptions')
    .select([
      'push_subscriptions.id',
      'push_subscriptions.user_id',
      'push_subscriptions.session_id',
      'push_subscriptions.endpoint_hash',
      'push_subscriptions.sealed',
      'push_subscriptions.created_at',
    ])
    .orderBy('push_subscriptions.id')

/** Not those of an expired session, which may not be deleted yet. */
export const listSubscriptions = async (db: Db, userIds: string[], now: number) =>
  userIds.length === 0
    ? []
    : await subscriptions(db)
        .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
        .where('push_subscriptions.user_id', 'in', userIds)
        .where('sessions.expires_at', '>', now)
        .execute()

/** With the language of its user. */
export const findSubscription = async (db: Db, id: string) =>
  await subscriptions(db)
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .select('users.language')
    .where('push_subscriptions.id', '=', id)
    .executeTakeFirst()

/** The browser of another user, who has signed out, belongs to this one now. */
export const saveSubscription = async (db: Db, row: SubscriptionRow): Promise<SubscriptionRow> => {
  const { user_id, session_id, sealed } = row
  return await db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('endpoint_hash').doUpdateSet({ user_id, session_id, sealed }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const removeSubscription = async (db: Db, id: string) => {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

export const removeByEndpoint = async (db: Db, userId: string, endpointHash: string) => {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint_hash', '=', endpointHash)
    .execute()
}
