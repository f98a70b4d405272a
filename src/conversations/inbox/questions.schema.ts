import { type Static, Type } from 'typebox'
import { Period, scopeFilters } from '../../http/input/period.ts'
import { Limit, named, Time } from '../../http/schema.ts'

const Count = (description: string, example = 12) =>
  Type.Integer({ description, examples: [example] })
const Cost = Type.Number({
  description: 'In the currency of the prices that are configured.',
  examples: [0.42],
})

export const QuestionQuery = Type.Object({
  ...scopeFilters,
  period: Period,
  limit: Limit(10, 50),
})
export type QuestionQuery = Static<typeof QuestionQuery>

export const TopQuestions = named(
  'TopQuestions',
  Type.Object({
    period: Type.String({ description: 'As asked.', examples: ['30d'] }),
    messages_read: Count('How many messages of visitors were looked at: the newest 5,000 at most.'),
    questions: Type.Array(
      Type.Object({
        question: Type.String({
          description: 'As it was last written, up to 300 characters of it.',
          examples: ['When is breakfast?'],
        }),
        conversations: Count('In how many conversations it was asked.'),
        last_asked_at: Time('When it was last asked.'),
        conversation_id: Type.String({
          description: 'The conversation in which it was last asked.',
          examples: ['conv_01JB0000000000000000000000'],
        }),
      }),
      { description: 'The most frequent ones, most frequent first.' },
    ),
  }),
)

export const AnswersQuery = Type.Object({ ...scopeFilters, period: Period })
export type AnswersQuery = Static<typeof AnswersQuery>

export const AnswerSums = named(
  'AnswerSums',
  Type.Object({
    period: Type.String({ description: 'As asked.', examples: ['30d'] }),
    answers: Count('Answers in the period.'),
    tokens: Count('What the models read and wrote for them.', 4711),
    cost: Cost,
    timeseries: Type.Array(
      Type.Object({
        date: Type.String({ description: 'The day (UTC).', examples: ['2026-01-31'] }),
        answers: Count('Answers on this day.'),
        tokens: Count('Tokens on this day.', 4711),
        cost: Cost,
      }),
      { description: 'Every day of the period, empty ones too, oldest first.' },
    ),
  }),
)
