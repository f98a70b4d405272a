import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import {
  firstDayOf,
  Instant,
  Int,
  Limit,
  Num,
  named,
  PeriodOrAll,
  Str,
  scopeFilters,
} from '../../platform/http/schema.ts'
import { dayMs, isoTime } from '../../platform/kit/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { hasCode, isIn, type Stay, withinStay } from '../codes/stays.store.ts'
import { conversationScope } from './inbox.ts'

const Count = (description: string, example = 12) => Int(description, example)
const Cost = Num('The cost, in the currency of the configured prices.', 0.42)

export const TopQuestionsQuery = Type.Object({
  ...scopeFilters,
  period: PeriodOrAll,
  limit: Limit(10, 50),
})
export type TopQuestionsQuery = Static<typeof TopQuestionsQuery>

export const TopQuestions = named(
  'TopQuestions',
  Type.Object({
    period: Str('As in the request.', '30d'),
    messages_read: Count('Number of visitor messages that were read, at most the newest 5,000.'),
    questions: Type.Array(
      Type.Object({
        question: Str(
          'The question as a visitor last wrote it, at most 300 characters of it.',
          'When is breakfast?',
        ),
        conversations: Count('Number of conversations in which it was asked.'),
        last_asked_at: Instant('When it was last asked.'),
        conversation_id: Str(
          'The conversation in which it was last asked.',
          'conv_01JB0000000000000000000000',
        ),
      }),
      { description: 'The questions, most frequent first.' },
    ),
  }),
)

export const AnswersQuery = Type.Object({ ...scopeFilters, period: PeriodOrAll })
export type AnswersQuery = Static<typeof AnswersQuery>

export const AnswerSums = named(
  'AnswerSums',
  Type.Object({
    period: Str('As in the request.', '30d'),
    answers: Count('Answers in the period.'),
    tokens: Count('Input and output tokens of these answers.', 4711),
    cost: Cost,
    outcomes: Type.Object(
      {
        answered: Count('Answers that knew it.'),
        partly: Count('Answers that knew a part of it.'),
        unknown: Count('Answers that did not know.'),
      },
      {
        description:
          'How the answers ended, without those that have no outcome. A later rating does not ' +
          'change it. Answers before the upgrade that added this are not counted.',
      },
    ),
    timeseries: Type.Array(
      Type.Object({
        date: Str('The day (UTC).', '2026-01-31'),
        answers: Count('Answers on this day.'),
        tokens: Count('Tokens on this day.', 4711),
        cost: Cost,
      }),
      { description: 'Every day of the period, days without answers included, oldest first.' },
    ),
  }),
)

/** Reading more would take longer and hardly change the ranking. */
const maxRead = 5000
const shownCharacters = 300

const today = (context: Context): number => Math.floor(context.now() / dayMs)

/** The most frequent questions. */
export const topQuestions = async (context: Context, query: TopQuestionsQuery) => {
  const { period, limit } = query
  const scope = await conversationScope(context, query, 'conversations:read')
  const since = (firstDayOf(period, today(context)) ?? 0) * dayMs
  const asked = await newestQuestions(context.db, scope, since, maxRead)
  const groups = Map.groupBy(asked, ({ text_folded }) => wordsOf(text_folded))
  // Messages that contain only punctuation are not questions.
  groups.delete('')
  const questions = [...groups.values()].map((group) => {
    const [last] = group.toSorted((a, b) => b.created_at - a.created_at) as [(typeof group)[number]]
    return {
      question: last.text.slice(0, shownCharacters).toWellFormed(),
      conversations: new Set(group.map(({ conversation_id }) => conversation_id)).size,
      last_asked_at: isoTime(last.created_at),
      conversation_id: last.conversation_id,
    }
  })
  // Among equally frequent questions the latest comes first.
  questions.sort(
    (a, b) => b.conversations - a.conversations || (a.last_asked_at < b.last_asked_at ? 1 : -1),
  )
  return { period, messages_read: asked.length, questions: questions.slice(0, limit) }
}

/** The tokens and the cost of the answers, by day. */
export const sumAnswers = async (context: Context, query: AnswersQuery) => {
  const { period } = query
  const scope = await conversationScope(context, query, 'conversations:read')
  const lastDay = today(context)
  const firstDay = firstDayOf(period, lastDay)
  const days = await answerDays(context.db, scope, firstDay ?? 0)
  const byDay = new Map(days.map((day) => [day.day, day]))
  const first = firstDay ?? days[0]?.day ?? lastDay
  const timeseries = Array.from({ length: lastDay - first + 1 }, (_, index) => {
    const { answers, tokens, costMicros } = byDay.get(first + index) ?? nothing
    const date = isoTime((first + index) * dayMs).slice(0, 10)
    return { date, answers, tokens, cost: costMicros / 1e6 }
  })
  const sum = (of: (day: typeof nothing) => number) =>
    days.reduce((total, day) => total + of(day), 0)
  return {
    period,
    answers: sum(({ answers }) => answers),
    tokens: sum(({ tokens }) => tokens),
    cost: sum(({ costMicros }) => costMicros) / 1e6,
    outcomes: {
      answered: sum(({ answered }) => answered),
      partly: sum(({ partly }) => partly),
      unknown: sum(({ unknown }) => unknown),
    },
    timeseries,
  }
}

const nothing = { answers: 0, tokens: 0, costMicros: 0, answered: 0, partly: 0, unknown: 0 }

/**
 * Removes punctuation: "Breakfast?" and "breakfast" are the same question. Case and accents are
 * already folded.
 */
const wordsOf = (folded: string): string => folded.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()

interface Scope {
  organizationId: string
  codeId: string | null
  stay?: Stay
}

/** The visitor messages of the newest conversations, newest first. */
const newestQuestions = async (
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
const answerDays = async (db: Db, { organizationId, codeId }: Scope, fromDay: number) => {
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
