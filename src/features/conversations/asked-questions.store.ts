import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'

export interface Scope {
  organizationId: string
  codeId: string | null
}

/** The visitor messages of the newest conversations, newest first. */
export const newestQuestions = async (
  db: Db,
  { organizationId, codeId }: Scope,
  since: number,
  most: number,
) => {
  const asked = db
    .selectFrom('conversations')
    .innerJoin('messages', 'messages.conversation_id', 'conversations.id')
    .innerJoin('codes', 'codes.id', 'conversations.code_id')
    .select(['messages.text', 'messages.text_folded', 'messages.created_at', 'conversation_id'])
    .where('conversations.started_at', '>=', since)
    .where('messages.role', '=', 'visitor')
    .orderBy('conversations.started_at', 'desc')
    .orderBy('conversations.id', 'desc')
    .orderBy('messages.turn', 'desc')
    .limit(most)
  return await (codeId === null
    ? asked
        .where('conversations.organization_id', '=', organizationId)
        // Excludes rows of a code that has moved to another organization.
        .where('codes.organization_id', '=', organizationId)
    : asked.where('conversations.code_id', '=', codeId)
  ).execute()
}

/** The tokens and cost of each day. Days without answers are left out. */
export const answerDays = async (db: Db, { organizationId, codeId }: Scope, fromDay: number) => {
  const sums = db
    .selectFrom('code_days')
    .innerJoin('codes', 'codes.id', 'code_days.code_id')
    .select([
      'code_days.day',
      sql<number>`sum(code_days.answers)`.as('answers'),
      sql<number>`sum(code_days.tokens_used)`.as('tokens'),
      sql<number>`sum(code_days.cost_micros)`.as('cost_micros'),
    ])
    .where('codes.organization_id', '=', organizationId)
    .where('code_days.day', '>=', fromDay)
    .groupBy('code_days.day')
    .orderBy('code_days.day')
  const rows = await (codeId === null ? sums : sums.where('codes.id', '=', codeId)).execute()
  return rows.map((row) => ({
    day: row.day,
    answers: Number(row.answers),
    tokens: Number(row.tokens),
    costMicros: Number(row.cost_micros),
  }))
}
