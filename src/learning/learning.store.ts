import { sql } from 'kysely'
import { dayMs } from '../kit/clock.ts'
import { isMade, lowestId, madeAt } from '../kit/ids.ts'
import type { ReachableIds } from '../organizations/access.ts'
import { countUpTo, mostCounted } from '../storage/count-up-to.ts'
import type { Db } from '../storage/database.ts'
import type { GroupRow } from './grouping.store.ts'

export interface Filter {
  organizationId: string
  codeId: string | null
  status: GroupRow['status'] | null
  outcome: 'unknown' | 'partly' | null
  /** Only questions of this period. */
  since?: number
  until?: number
}

/** The position of a group: conversations, last asked, id. */
export type Place = [number, number, string]

/**
 * The questions of groups, each with its conversation. A code that has moved to another
 * organization takes its questions along at once, although their rows follow in steps.
 */
const asked = (db: Db, { organizationId, codeId, status, outcome, since, until }: Filter) => {
  let rows = db
    .selectFrom('question_groups as g')
    .innerJoin('asked_questions as q', 'q.group_id', 'g.id')
    .innerJoin('messages as answer', (join) =>
      join
        .onRef('answer.id', '=', 'q.answer_id')
        .onRef('answer.conversation_id', '=', 'q.conversation_id'),
    )
    .innerJoin('conversations as c', 'c.id', 'q.conversation_id')
    .innerJoin('codes', 'codes.id', 'c.code_id')
    .where('g.organization_id', '=', organizationId)
    .where('codes.organization_id', '=', organizationId)
    .where('answer.outcome', 'in', outcome === null ? ['unknown', 'partly'] : [outcome])
  if (status !== null) rows = rows.where('g.status', '=', status)
  if (codeId !== null) rows = rows.where('c.code_id', '=', codeId)
  if (since !== undefined) rows = rows.where('q.asked_at', '>=', since)
  if (until !== undefined) rows = rows.where('q.asked_at', '<', until)
  return rows
}

const groups = (db: Db, filter: Filter) =>
  asked(db, filter)
    .groupBy(['g.id', 'g.status', 'g.code_ids', 'g.source_id', 'g.answered_at'])
    .select([
      'g.id',
      'g.status',
      'g.code_ids',
      'g.source_id',
      'g.answered_at',
      sql<number>`count(*)`.as('asked'),
      sql<number>`count(distinct q.conversation_id)`.as('conversations'),
      sql<number>`min(q.asked_at)`.as('first_asked_at'),
      sql<number>`max(q.asked_at)`.as('last_asked_at'),
    ])

const asNumbers = <Row extends Awaited<ReturnType<typeof groupRows>>[number]>(row: Row) => ({
  ...row,
  asked: Number(row.asked),
  conversations: Number(row.conversations),
  first_asked_at: Number(row.first_asked_at),
  last_asked_at: Number(row.last_asked_at),
})

const groupRows = async (db: Db, filter: Filter) => await groups(db, filter).execute()

export type ListedGroup = ReturnType<typeof asNumbers>

/** Those of most conversations first, then the latest. */
export const list = async (
  db: Db,
  filter: Filter,
  { after, offset, most }: { after: Place | null; offset: number; most: number },
): Promise<ListedGroup[]> => {
  let rows = db
    .selectFrom(groups(db, filter).as('found'))
    .selectAll()
    .orderBy('conversations', 'desc')
    .orderBy('last_asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .offset(offset)
  if (after) {
    const [conversations, lastAskedAt, id] = after
    rows = rows.where(
      sql<boolean>`(conversations, last_asked_at, id) < (${conversations}, ${lastAskedAt}, ${id})`,
    )
  }
  return (await rows.execute()).map(asNumbers)
}

export const count = async (db: Db, filter: Filter): Promise<number> =>
  await countUpTo(db, asked(db, filter).select('g.id').distinct().limit(mostCounted))

export const findGroup = async (
  db: Db,
  filter: Filter,
  id: string,
): Promise<ListedGroup | undefined> => {
  const row = await groups(db, filter).where('g.id', '=', id).executeTakeFirst()
  return row && asNumbers(row)
}

const shownCharacters = 300

/** The newest questions of groups, at most `most` of each. */
export const newestOf = async (db: Db, filter: Filter, groupIds: string[], most: number) => {
  if (groupIds.length === 0) return []
  const ranked = asked(db, filter)
    .innerJoin('messages as question', (join) =>
      join
        .onRef('question.id', '=', 'q.asked_id')
        .onRef('question.conversation_id', '=', 'q.conversation_id'),
    )
    .where('g.id', 'in', groupIds)
    .select([
      'g.id as group_id',
      'q.answer_id',
      'q.conversation_id',
      'q.asked_at',
      'c.language',
      'c.code_id',
      'codes.name as code_name',
      'answer.outcome',
      sql<string>`substr(question.text, 1, ${sql.lit(shownCharacters)})`.as('text'),
      sql<number>`row_number() over (
        partition by g.id order by q.asked_at desc, q.answer_id desc
      )`.as('place'),
    ])
  return await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('place', '<=', most)
    .orderBy('group_id')
    .orderBy('place')
    .execute()
}

export type AskedRow = Awaited<ReturnType<typeof newestOf>>[number]

/** The languages and the codes of groups, with their number of questions. */
export const spreadOf = async (db: Db, filter: Filter, groupIds: string[]) => {
  if (groupIds.length === 0) return []
  const rows = await asked(db, filter)
    .where('g.id', 'in', groupIds)
    .groupBy(['g.id', 'c.language', 'c.code_id'])
    .select(['g.id as group_id', 'c.language', 'c.code_id', sql<number>`count(*)`.as('asked')])
    .execute()
  return rows.map((row) => ({ ...row, asked: Number(row.asked) }))
}

/** Finds a group in the organizations that the caller reaches. */
export const find = async (
  db: Db,
  reachable: ReachableIds,
  id: string,
  { hold = false } = {},
): Promise<GroupRow | undefined> => {
  const row = db
    .selectFrom('question_groups')
    .selectAll()
    .where('organization_id', 'in', reachable)
    .where('id', '=', id)
  return await (hold ? row.forUpdate() : row).executeTakeFirst()
}

export const save = async (
  db: Db,
  { id, organization_id, status, code_ids, source_id, answered_at }: GroupRow,
) => {
  await db
    .updateTable('question_groups')
    .set({ status, code_ids, source_id, answered_at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

/** Moves the questions of groups into another one and deletes the groups. */
export const mergeInto = async (
  db: Db,
  { id, organization_id }: GroupRow,
  others: string[],
): Promise<void> => {
  await db
    .updateTable('asked_questions')
    .set({ group_id: id })
    .where('group_id', 'in', others)
    .execute()
  await db
    .deleteFrom('question_groups')
    .where('organization_id', '=', organization_id)
    .where('id', 'in', others)
    .execute()
}

/** The open conversations with a question of the group, in an order that cannot deadlock. */
export const listOpen = async (
  db: Db,
  { id, organization_id }: GroupRow,
  most: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('asked_questions')
    .innerJoin('conversations', 'conversations.id', 'asked_questions.conversation_id')
    .innerJoin('codes', 'codes.id', 'conversations.code_id')
    .select('conversations.id')
    .distinct()
    .where('group_id', '=', id)
    .where('codes.organization_id', '=', organization_id)
    .where('conversations.status', '=', 'open')
    .orderBy('conversations.id')
    .limit(most)
    .execute()
  return rows.map((row) => row.id)
}

const answerWithId = (db: Db, reachable: ReachableIds, messageId: string) =>
  db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .innerJoin('codes', 'codes.id', 'conversations.code_id')
    .select([
      'messages.id',
      'messages.created_at',
      'messages.status',
      'conversations.id as conversation_id',
      'codes.organization_id',
    ])
    .where('codes.organization_id', 'in', reachable)
    .where('messages.id', '=', messageId)
    .where('messages.role', '=', 'assistant')

/**
 * An answer of a model, with the organization of its code. Nearly always its conversation began on
 * the same day, so that PostgreSQL looks in one partition; the others are looked up in all of them.
 */
export const findAnswer = async (db: Db, reachable: ReachableIds, messageId: string) => {
  const answer = answerWithId(db, reachable, messageId)
  const at = isMade(messageId) ? madeAt(messageId) : 0
  return (
    (await answer
      .where('messages.conversation_id', '>=', lowestId('conv', at - dayMs))
      .where('messages.conversation_id', '<', lowestId('conv', at + dayMs))
      .executeTakeFirst()) ?? (await answer.executeTakeFirst())
  )
}

export const markUnknown = async (db: Db, messageId: string, conversationId: string) => {
  await db
    .updateTable('messages')
    .set({ outcome: 'unknown', outcome_reported: 'unknown' })
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .execute()
}

export const groupOf = async (db: Db, messageId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('asked_questions')
    .select('group_id')
    .where('answer_id', '=', messageId)
    .executeTakeFirst()
  return row?.group_id ?? null
}

/** Those of the given codes that belong to the organization. */
export const knownCodes = async (db: Db, organizationId: string, ids: string[]) => {
  const rows = await db
    .selectFrom('codes')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
