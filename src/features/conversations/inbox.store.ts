import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Handling } from '#contract/handling.ts'
import type { Outcome } from '#contract/outcomes.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { lowestId } from '../../platform/kit/ids.ts'
import { countDeleted, type Db } from '../../platform/store/database.ts'
import { countUpTo, maxCounted, type PageWindow, pageAt } from '../../platform/store/keyset.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { codeField, hasCode, isIn, type Stay, withinStay } from '../codes/stays.store.ts'
import type { ReachableIds } from '../organizations/access.ts'
import { withOldScans } from './old-scans.store.ts'
import { nameOfAuthor } from './visits.store.ts'

/** Selects conversations. Conversations without a visitor message are not counted. */
export interface Filter {
  organizationId: string
  codeId: string | null
  /** Only for a code that has moved. */
  stay?: Stay
  status: 'open' | 'ended' | null
  /** Conversations that started at or after `since` and before `until`. */
  since: number
  until: number
  handling?: Handling
  /** A member; null: conversations of no member. */
  assignee?: string | null
}

/** What no index covers, so that every row is checked. Null: no restriction. */
export interface Condition {
  contains: string | null
  rating: 'up' | 'down' | null
  outcome?: Outcome
}

/** The position of a conversation, ordered by start time. */
export interface Place {
  id: string
  started_at: number | null
}

export type InboxPage = PageWindow<Place>

export type Order = 'asc' | 'desc'

const matches =
  ({ organizationId, codeId, stay, status, handling, assignee, ...period }: Filter) =>
  (row: ExpressionBuilder<Tables, 'conversations'>) => {
    const { since, until } = withinStay(stay, period.since, period.until)
    const terms: Expression<SqlBool>[] = [
      row('started_at', '>=', since),
      row('started_at', '<', until),
    ]
    if (codeId !== null) terms.push(row('code_id', '=', codeId))
    // Omitted when the code alone selects the rows: of two similar indexes SQLite may choose the
    // longer.
    const isAnswered = handling !== undefined && handling !== 'assistant'
    if (codeId === null || status === 'open' || isAnswered) {
      terms.push(row('organization_id', '=', organizationId))
    } else if (stay) terms.push(isIn('conversations', organizationId))
    // A literal, because the partial index of open conversations does not match a parameter.
    if (status !== null) terms.push(row('status', '=', sql.lit(status)))
    if (handling) terms.push(row('handling', '=', handling))
    // The same, for the index of conversations with a person.
    if (isAnswered) terms.push(row('handling', '<>', sql.lit('assistant')))
    if (assignee === null) terms.push(sql<SqlBool>`${shownAssignee} is null`)
    else if (assignee !== undefined) terms.push(row('assignee_id', '=', assignee))
    return row.and(terms)
  }

const idsOf = (db: Db, filter: Filter) =>
  db.selectFrom('conversations').select('id').where(matches(filter))

/** The number of matching conversations, at most `maxCounted`. */
export const count = async (db: Db, filter: Filter): Promise<number> => {
  if (filter.status !== 'ended') return await countUpTo(db, idsOf(db, filter).limit(maxCounted))
  // Ended conversations have no index. Subtracting the open ones from all needs only indexes.
  const open = await countUpTo(db, idsOf(db, { ...filter, status: 'open' }))
  const all = idsOf(db, { ...filter, status: null }).limit(maxCounted + open)
  return Math.max(0, (await countUpTo(db, all)) - open)
}

/** The same without the codes that are being deleted. */
export const countWithout = async (db: Db, filter: Filter, deleted: ReadonlySet<string>) =>
  await countUpTo(
    db,
    idsOf(db, filter)
      .where('code_id', 'not in', [...deleted])
      .limit(maxCounted),
  )

/** The turn is unique within a conversation, so this reads one row. */
const firstWords = sql<string | null>`(
  select substr(messages.text, 1, 300) from messages
  where messages.conversation_id = conversations.id and turn = 1 and role = 'visitor'
)`

const lastWords = sql<number | null>`(
  select max(coalesce(messages.finished_at, messages.created_at)) from messages
  where messages.conversation_id = conversations.id
)`

/** In the order of the alphabet the worst outcome is the last one. */
const worstOutcome = sql<Outcome | null>`(
  select max(messages.outcome) from messages where messages.conversation_id = conversations.id
)`

/** Null after the member was removed. */
const shownAssignee = sql<string | null>`(
  select members.id from members where members.id = conversations.assignee_id
)`

/** The visitor may have written since. */
const waitingSince = sql<number | null>`(
  select max(states.created_at) from conversation_states states
  where states.conversation_id = conversations.id and states.handling = 'waiting'
    and conversations.handling = 'waiting'
)`

const rows = (db: Db) =>
  db
    .selectFrom('conversations')
    .leftJoin('scans', (join) =>
      join
        .onRef('scans.id', '=', 'conversations.scan_id')
        // PostgreSQL finds the partition by the time.
        .on(sql<boolean>`scans.scanned_at > conversations.created_at - ${sql.lit(dayMs)}`)
        .on(sql<boolean>`scans.scanned_at < conversations.created_at + ${sql.lit(dayMs)}`),
    )
    .select([
      'conversations.id',
      'conversations.organization_id',
      'conversations.code_id',
      codeField('conversations', 'short_id').as('short_id'),
      codeField('conversations', 'name').as('code_name'),
      firstWords.as('first_message'),
      lastWords.as('last_activity_at'),
      worstOutcome.as('outcome'),
      'conversations.scan_id',
      'scans.scanned_at',
      'scans.country',
      'scans.device',
      'conversations.status',
      'conversations.reason',
      'conversations.started_at',
      'conversations.ended_at',
      'conversations.messages_count',
      'conversations.rating',
      'conversations.rating_comment',
      'conversations.tokens_in',
      'conversations.tokens_out',
      'conversations.cost_micros',
      'conversations.is_demo',
      'conversations.language',
      'conversations.handling',
      shownAssignee.as('assignee'),
      waitingSince.as('waiting_since'),
    ])
    .where('conversations.started_at', 'is not', null)
    .where(hasCode('conversations'))
    .$narrowType<{ started_at: number }>()

export type ListedConversation = Awaited<ReturnType<typeof listByIds>>[number]

/** Newest first. With the organization: the code may have moved since the ids were found. */
export const listByIds = async (db: Db, organizationId: string, ids: string[]) => {
  // An empty `in ()` is a syntax error in PostgreSQL.
  if (ids.length === 0) return []
  const found = await rows(db)
    .where('conversations.id', 'in', ids)
    .where(isIn('conversations', organizationId))
    .orderBy('conversations.started_at', 'desc')
    .orderBy('conversations.id', 'desc')
    .execute()
  return await withOldScans(db, found)
}

/** A page, newest first, for filters that an index covers. */
export const pageOf = async (db: Db, filter: Filter, page: InboxPage): Promise<Place[]> => {
  const read = async ({ after, offset, maximum }: InboxPage) => {
    const all = idsOf(db, after ? startingAt(filter, after, 'desc') : filter).select('started_at')
    const rest = after ? all.where(isBehindIn('desc', after)) : all
    const ordered = rest.orderBy('started_at', 'desc').orderBy('id', 'desc')
    return await ordered.limit(maximum).offset(offset).execute()
  }
  return await pageAt(page, read, (place) => place)
}

/** The next rows after a place, each with whether it meets the condition. */
export const step = async (
  db: Db,
  filter: Filter,
  condition: Condition,
  { after, order, limit }: { after: Place | null; order: Order; limit: number },
): Promise<Step[]> => {
  const next = db
    .selectFrom('conversations')
    .select(['id', 'started_at', 'code_id', isFound(condition).as('is_found')])
    .where(matches(after ? startingAt(filter, after, order) : filter))
    .orderBy('started_at', order)
    .orderBy('id', order)
    .limit(limit)
  return await (after ? next.where(isBehindIn(order, after)) : next).execute()
}

export type Step = Place & { code_id: string; is_found: number }

const isBehindIn =
  (order: Order, place: Place) => (row: ExpressionBuilder<Tables, 'conversations'>) =>
    row.or([
      row('started_at', '!=', place.started_at),
      row('id', order === 'asc' ? '>' : '<', place.id),
    ])

/** Starts at the place itself, so that earlier rows are not read again. */
const startingAt = (filter: Filter, { started_at }: Place, order: Order): Filter => {
  if (started_at === null) return filter
  return order === 'asc' ? { ...filter, since: started_at } : { ...filter, until: started_at + 1 }
}

const isFound = ({ contains, rating, outcome }: Condition) => {
  const isRated = rating === null ? sql`1 = 1` : sql`conversations.rating = ${rating}`
  const hasEnded = outcome === undefined ? sql`1 = 1` : sql`${worstOutcome} = ${outcome}`
  return sql<number>`
    case when ${isRated} and ${hasEnded} and ${isSaid(contains)} then 1 else 0 end`
}

const isSaid = (contains: string | null) => {
  if (contains === null) return sql`1 = 1`
  const pattern = `%${contains.replace(/[\\%_]/g, '\\$&')}%`
  // SQLite has no default escape character.
  return sql`exists (
    select 1 from messages
    where messages.conversation_id = conversations.id
      and messages.text_folded like ${pattern} escape '\\'
  )`
}

/** Finds a conversation of an organization that the caller reaches. */
export const find = async (db: Db, reachable: ReachableIds, id: string) => {
  const found = await rows(db)
    .where('conversations.organization_id', 'in', reachable)
    .where('conversations.id', '=', id)
    .execute()
  const [conversation] = await withOldScans(db, found)
  return conversation
}

export type ListedMessage = Awaited<ReturnType<typeof listMessages>>[number]

/** The messages of each conversation in order. */
export const listMessages = async (db: Db, conversationIds: string[]) =>
  await db
    .selectFrom('messages')
    .select([
      'id',
      'conversation_id',
      'role',
      'text',
      'status',
      'model',
      'tokens_in',
      'tokens_out',
      'cost_micros',
      'error_code',
      'rating',
      'rating_comment',
      'is_truncated',
      'outcome',
      'citations',
      'created_at',
      'finished_at',
    ])
    .select(nameOfAuthor)
    .where('conversation_id', 'in', conversationIds)
    .orderBy('conversation_id')
    .orderBy('turn')
    // The visitor's message comes before the answer of the same turn.
    .orderBy('role', 'desc')
    .execute()

export type ListedNote = Awaited<ReturnType<typeof listNotes>>[number]

/** The notes of members, oldest first. */
export const listNotes = async (db: Db, conversationIds: string[]) =>
  await db
    .selectFrom('conversation_notes as note')
    .leftJoin('users', 'users.id', 'note.user_id')
    .select(['note.id', 'note.conversation_id', 'note.text', 'note.created_at'])
    .select(['users.display_name as name', 'users.email'])
    .where('note.conversation_id', 'in', conversationIds)
    .orderBy('note.conversation_id')
    .orderBy('note.id')
    .execute()

/**
 * Deletes conversations that ended before an instant, in small steps. Such a conversation was also
 * created before it, so the id limits the rows that are read.
 */
export const deleteOldConversations = async (
  db: Db,
  before: number,
  maximum: number,
): Promise<number> => {
  const old = db
    .selectFrom('conversations')
    .select('id')
    .where('id', '<', lowestId('conv', before))
    .where('ended_at', '<', before)
    .orderBy('id')
    .limit(maximum)
  return await countDeleted(db.deleteFrom('conversations').where('id', 'in', old))
}

/**
 * Ended conversations of one organization. They also started before the instant, which has an
 * index.
 */
const oldOf = (db: Db, organizationId: string, before: number) =>
  db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('started_at', '<', before)
    .where('ended_at', '<', before)
    .orderBy('started_at')

const stepSize = 100

export const conversationHistory = {
  async hasOlder(db: Db, organizationId: string, before: number): Promise<boolean> {
    const old = await oldOf(db, organizationId, before).limit(1).executeTakeFirst()
    return old !== undefined
  },
  async deleteOlder(db: Db, organizationId: string, before: number): Promise<number> {
    const old = oldOf(db, organizationId, before).limit(stepSize)
    return await countDeleted(db.deleteFrom('conversations').where('id', 'in', old))
  },
}
