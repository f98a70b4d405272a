import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { hasCode, isIn, type Stay, withinStay } from '../codes/stays.store.ts'

export interface Scope {
  organizationId: string
  codeId: string | null
  stay?: Stay
}

/** The visitor messages of the newest conversations, newest first. */
export const newestQuestions = async (
  db: Db,
  { organizationId, codeId, stay }: Scope,
  since: number,
  maximum: number,
) => {
  const period = withinStay(stay, since, Number.MAX_SAFE_INTEGER)
  const asked = db
    .selectFrom('conversations')
    .innerJoin('messages', 'messages.conversation_id', 'conversations.id')
    .select(['messages.text', 'messages.text_folded', 'messages.created_at', 'conversation_id'])
    .where('conversations.started_at', '>=', period.since)
    .where('conversations.started_at', '<', period.until)
    .where('messages.role', '=', 'visitor')
    .where(hasCode('conversations'))
    .orderBy('conversations.started_at', 'desc')
    .orderBy('conversations.id', 'desc')
    .orderBy('messages.turn', 'desc')
    .limit(maximum)
  return await (codeId === null
    ? asked.where('conversations.organization_id', '=', organizationId)
    : asked.where('conversations.code_id', '=', codeId).where(isIn('conversations', organizationId))
  ).execute()
}

/** The tokens and cost of each day. Days without answers are left out. */
export const answerDays = async (db: Db, { organizationId, codeId }: Scope, fromDay: number) => {
  let own = db.selectFrom('codes').select('id').where('organization_id', '=', organizationId)
  let former = db
    .selectFrom('code_stays')
    .select(sql<string>`code_id || '~' || organization_id`.as('id'))
    .where('organization_id', '=', organizationId)
  if (codeId !== null) {
    own = own.where('id', '=', codeId)
    former = former.where('code_id', '=', codeId)
  }
  const rows = await db
    .selectFrom('code_days')
    .select([
      'day',
      sql<number>`sum(answers)`.as('answers'),
      sql<number>`sum(tokens_used)`.as('tokens'),
      sql<number>`sum(cost_micros)`.as('cost_micros'),
      sql<number>`sum(outcomes_answered)`.as('answered'),
      sql<number>`sum(outcomes_partly)`.as('partly'),
      sql<number>`sum(outcomes_unknown)`.as('unknown'),
    ])
    .where('code_id', 'in', own.unionAll(former))
    .where('day', '>=', fromDay)
    .groupBy('day')
    .orderBy('day')
    .execute()
  return rows.map((row) => ({
    day: row.day,
    answers: Number(row.answers),
    tokens: Number(row.tokens),
    costMicros: Number(row.cost_micros),
    answered: Number(row.answered),
    partly: Number(row.partly),
    unknown: Number(row.unknown),
  }))
}
