import type { Actor } from '../../platform/http/callers/actor.ts'
import { firstDayOf, type Period } from '../../platform/http/input/period.ts'
import { type Clock, dayMs, isoTime } from '../../platform/kit/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import type { AnswersQuery, QuestionQuery } from './asked-questions.schema.ts'
import * as store from './asked-questions.store.ts'
import type { Inbox } from './inbox.ts'

interface QuestionsOptions {
  db: Db
  clock: Clock
  inbox: Pick<Inbox, 'scopeOf'>
}

export type Questions = ReturnType<typeof createQuestions>

/** Reading more would take longer and hardly change the ranking. */
const mostRead = 5000
const shownCharacters = 300

/** The most frequent questions, and what the answers used. */
export const createQuestions = ({ db, clock, inbox }: QuestionsOptions) => {
  const today = () => Math.floor(clock.now() / dayMs)
  const fromDay = (period: Period) => firstDayOf(period, today()) ?? 0

  return {
    async top(actor: Actor, query: QuestionQuery) {
      const { period, limit } = query
      const scope = await inbox.scopeOf(actor, query, 'conversations:read')
      const asked = await store.newestQuestions(db, scope, fromDay(period) * dayMs, mostRead)
      const groups = Map.groupBy(asked, ({ text_folded }) => wordsOf(text_folded))
      // Messages that contain only punctuation are not questions.
      groups.delete('')
      const questions = [...groups.values()].map((group) => {
        const [last] = group.toSorted((a, b) => b.created_at - a.created_at) as [
          (typeof group)[number],
        ]
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
    },

    async answers(actor: Actor, query: AnswersQuery) {
      const { period } = query
      const scope = await inbox.scopeOf(actor, query, 'conversations:read')
      const days = await store.answerDays(db, scope, fromDay(period))
      const byDay = new Map(days.map((day) => [day.day, day]))
      const first = firstDayOf(period, today()) ?? days[0]?.day ?? today()
      const timeseries = Array.from({ length: today() - first + 1 }, (_, index) => {
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
        timeseries,
      }
    },
  }
}

const nothing = { answers: 0, tokens: 0, costMicros: 0 }

/**
 * Removes punctuation: "Breakfast?" and "breakfast" are the same question. Case and accents are
 * already folded.
 */
const wordsOf = (folded: string): string => folded.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()
