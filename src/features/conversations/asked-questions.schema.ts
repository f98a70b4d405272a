import { type Static, Type } from 'typebox'
import {
  Int,
  Limit,
  Num,
  named,
  Period,
  Str,
  scopeFilters,
  Time,
} from '../../platform/http/schema.ts'

const Count = (description: string, example = 12) => Int(description, example)
const Cost = Num('The cost, in the currency of the configured prices.', 0.42)

export const QuestionQuery = Type.Object({
  ...scopeFilters,
  period: Period,
  limit: Limit(10, 50),
})
export type QuestionQuery = Static<typeof QuestionQuery>

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
        last_asked_at: Time('When it was last asked.'),
        conversation_id: Str(
          'The conversation in which it was last asked.',
          'conv_01JB0000000000000000000000',
        ),
      }),
      { description: 'The questions, most frequent first.' },
    ),
  }),
)

export const AnswersQuery = Type.Object({ ...scopeFilters, period: Period })
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
