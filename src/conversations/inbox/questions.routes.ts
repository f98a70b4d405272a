import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../http/callers/actor.ts'
import { AnswerSums, AnswersQuery, QuestionQuery, TopQuestions } from './questions.schema.ts'
import type { Questions } from './questions.ts'

interface Options {
  questions: Questions
  roles: Record<'conversations:read', readonly string[]>
}

export const questionRoutes =
  ({ questions, roles }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/v1/analytics/questions', {
      config: { roles: roles['conversations:read'] },
      schema: {
        operationId: 'getTopQuestions',
        summary: 'Top questions',
        description:
          'What visitors ask most, of a code or of all codes of an organization; case, accents ' +
          'and signs do not matter. Read from the newest 5,000 messages of visitors.',
        tags: ['Conversations'],
        querystring: QuestionQuery,
        response: { 200: TopQuestions },
      },
      handler: (request) => questions.top(actorOf(request), request.query),
    })

    app.get('/v1/analytics/answers', {
      config: { roles: roles['conversations:read'] },
      schema: {
        operationId: 'getAnswerSums',
        summary: 'Tokens and cost',
        description:
          'What the answers of a code or of an organization used, by day (UTC). What is deleted ' +
          'with its code is not counted.',
        tags: ['Conversations'],
        querystring: AnswersQuery,
        response: { 200: AnswerSums },
      },
      handler: (request) => questions.answers(actorOf(request), request.query),
    })
  }
