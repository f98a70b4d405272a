import { sql } from 'kysely'
import { createYield } from '../../platform/kit/yield-to-loop.ts'
import { countDeleted, type Db } from '../../platform/store/database.ts'
import { codeField, hasCode } from '../codes/stays.store.ts'
import type { GroupRow } from './grouping.store.ts'

export interface Filter {
  organizationId: string
  codeId: string | null
  status: GroupRow['status'] | null
  outcome: 'unknown' | 'partly' | null
  /** Only questions of this group. */
  groupId?: string
  /** Only questions of this period. */
  since?: number
  until?: number
}

/** A question with its group and its conversation, without its text. */
export interface AskedRow
  extends Pick<GroupRow, 'status' | 'code_ids' | 'source_id' | 'answered_at'> {
  group_id: string
  answer_id: string
  asked_id: string
  conversation_id: string
  asked_at: number
  language: string
  code_id: string
  code_name: string
  outcome: string | null
}

/** A group as its questions describe it. */
export interface AskedGroup extends Omit<GroupRow, 'organization_id' | 'created_at'> {
  asked: number
  conversations: Set<string>
  first_asked_at: number
  last_asked_at: number
  /** The number of questions by language and by code. */
  languages: Map<string, number>
  codes: Map<string, number>
  /** Oldest first. */
  newest: AskedRow[]
}

const stepSize = 500

/** The questions of groups after a row, in the order of the groups. */
const step = async (db: Db, filter: Filter, after: AskedRow | undefined): Promise<AskedRow[]> => {
  const { organizationId, codeId, status, outcome, groupId, since, until } = filter
  let rows = db
    .selectFrom('question_groups as g')
    .innerJoin('asked_questions as q', 'q.group_id', 'g.id')
    .innerJoin('messages as answer', (join) =>
      join
        .onRef('answer.id', '=', 'q.answer_id')
        .onRef('answer.conversation_id', '=', 'q.conversation_id'),
    )
    .innerJoin('conversations as c', 'c.id', 'q.conversation_id')
    .select(['g.id as group_id', 'g.status', 'g.code_ids', 'g.source_id', 'g.answered_at'])
    .select(['q.answer_id', 'q.asked_id', 'q.conversation_id', 'q.asked_at', 'answer.outcome'])
    .select(['c.language', 'c.code_id', codeField('c', 'name').as('code_name')])
    .where('g.organization_id', '=', organizationId)
    .where('c.organization_id', '=', organizationId)
    .where(hasCode('c'))
    .where('answer.outcome', 'in', outcome === null ? ['unknown', 'partly'] : [outcome])
    .orderBy('g.id')
    .orderBy('q.asked_at')
    .orderBy('q.answer_id')
    .limit(stepSize)
  if (status !== null) rows = rows.where('g.status', '=', status)
  if (groupId !== undefined) rows = rows.where('g.id', '=', groupId)
  if (codeId !== null) rows = rows.where('c.code_id', '=', codeId)
  if (since !== undefined) rows = rows.where('q.asked_at', '>=', since)
  if (until !== undefined) rows = rows.where('q.asked_at', '<', until)
  if (after) {
    const { group_id, asked_at, answer_id } = after
    rows = rows
      // Alone, so that the index of the groups is used.
      .where('g.id', '>=', group_id)
      .where(
        sql<boolean>`(g.id, q.asked_at, q.answer_id) > (${group_id}, ${asked_at}, ${answer_id})`,
      )
  }
  return await rows.execute()
}

const groupOf = (row: AskedRow): AskedGroup => ({
  id: row.group_id,
  status: row.status,
  code_ids: row.code_ids,
  source_id: row.source_id,
  answered_at: row.answered_at,
  asked: 0,
  conversations: new Set(),
  first_asked_at: row.asked_at,
  last_asked_at: row.asked_at,
  languages: new Map(),
  codes: new Map(),
  newest: [],
})

const count = (counts: Map<string, number>, value: string) =>
  counts.set(value, (counts.get(value) ?? 0) + 1)

/**
 * Reads groups in steps: a visitor can ask any number of questions, and on SQLite a single query
 * would block all other requests until it has read every row.
 */
export const readGroups = async (
  db: Db,
  filter: Filter,
  { newest }: { newest: number },
): Promise<AskedGroup[]> => {
  const yieldToLoop = createYield()
  const groups: AskedGroup[] = []
  let after: AskedRow | undefined
  for (;;) {
    const rows = await step(db, filter, after)
    for (const row of rows) {
      let group = groups.at(-1)
      if (group?.id !== row.group_id) {
        group = groupOf(row)
        groups.push(group)
      }
      group.asked += 1
      group.conversations.add(row.conversation_id)
      group.last_asked_at = row.asked_at
      count(group.languages, row.language)
      count(group.codes, row.code_id)
      group.newest.push(row)
      if (group.newest.length > newest) group.newest.shift()
    }
    after = rows.at(-1)
    if (!after || rows.length < stepSize) return groups
    await yieldToLoop()
  }
}

const shownCharacters = 300

/** The beginning of the questions, by the id of their answer. */
export const questionTexts = async (db: Db, rows: AskedRow[]): Promise<Map<string, string>> => {
  if (rows.length === 0) return new Map()
  const found = await db
    .selectFrom('messages')
    .select(['id', sql<string>`substr(text, 1, ${sql.lit(shownCharacters)})`.as('text')])
    .where('id', 'in', [...new Set(rows.map(({ asked_id }) => asked_id))])
    .where('conversation_id', 'in', [...new Set(rows.map((row) => row.conversation_id))])
    .execute()
  // A text that the query cut may end in the middle of a character.
  const texts = new Map(found.map(({ id, text }) => [id, text.toWellFormed()]))
  return new Map(rows.map(({ answer_id, asked_id }) => [answer_id, texts.get(asked_id) ?? '']))
}

const deletedAtOnce = 200

const oldOf = (db: Db, organizationId: string, before: number) =>
  db
    .selectFrom('asked_questions')
    .select('answer_id')
    .where('organization_id', '=', organizationId)
    .where('asked_at', '<', before)
    .orderBy('asked_at')

/** For the retention of an organization. */
export const questionHistory = {
  async hasOlder(db: Db, organizationId: string, before: number): Promise<boolean> {
    const old = await oldOf(db, organizationId, before).limit(1).executeTakeFirst()
    return old !== undefined
  },
  async deleteOlder(db: Db, organizationId: string, before: number): Promise<number> {
    const old = oldOf(db, organizationId, before).limit(deletedAtOnce)
    return await countDeleted(
      db
        .deleteFrom('asked_questions')
        .where('organization_id', '=', organizationId)
        .where('answer_id', 'in', old),
    )
  },
}
