import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../http/callers/actor.ts'
import { tagRoutes } from '../../http/openapi/openapi.ts'
import { AnswerSums, AnswersQuery, QuestionQuery, TopQuestions } from './questions.schema.ts'
import type { Questions } from './questions.ts'

interface Options {
  questions: Questions
}

export const questionRoutes =
  ({ questions }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Conversations')
    app.get('/v1/analytics/questions', {
      config: { permission: 'conversations:read' },
      schema: {
        operationId: 'getTopQuestions',
        summary: 'Top questions',
        description:
          'The most frequent questions of visitors, for one code or for all codes of an ' +
          'organization. Case, accents and punctuation are ignored. Read from the newest 5,000 ' +
          'visitor messages.',
        querystring: QuestionQuery,
        response: { 200: TopQuestions },
      },
      handler: (request) => questions.top(actorOf(request), request.query),
    })

    app.get('/v1/analytics/answers', {
      config: { permission: 'conversations:read' },
      schema: {
        operationId: 'getAnswerSums',
        summary: 'Tokens and cost',
        description:
          'The tokens and the cost of answers, by day (UTC), for one code or for an ' +
          'organization. Answers of deleted codes are not counted.',
        querystring: AnswersQuery,
        response: { 200: AnswerSums },
      },
      handler: (request) => questions.answers(actorOf(request), request.query),
    })
  }
