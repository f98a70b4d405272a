import { actorOf } from '../../platform/http/callers/actor.ts'
import { routes } from '../../platform/http/routes.ts'
import { AnswerSums, AnswersQuery, QuestionQuery, TopQuestions } from './asked-questions.schema.ts'
import type { Questions } from './asked-questions.ts'

export const questionRoutes = (questions: Questions) =>
  routes('Conversations', (app) => {
    app.get('/v1/analytics/questions', {
      operationId: 'getTopQuestions',
      summary: 'Top questions',
      description:
        'The most frequent questions of visitors, for one code or for all codes of an ' +
        'organization. Case, accents and punctuation are ignored. Read from the newest 5,000 ' +
        'visitor messages.',
      permission: 'conversations:read',
      querystring: QuestionQuery,
      response: { 200: TopQuestions },
      handler: (request) => questions.top(actorOf(request), request.query),
    })

    app.get('/v1/analytics/answers', {
      operationId: 'getAnswerSums',
      summary: 'Tokens and cost',
      description:
        'The tokens and the cost of answers, by day (UTC), for one code or for an ' +
        'organization. Answers of deleted codes are not counted.',
      permission: 'conversations:read',
      querystring: AnswersQuery,
      response: { 200: AnswerSums },
      handler: (request) => questions.answers(actorOf(request), request.query),
    })
  })
