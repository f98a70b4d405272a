import { routes } from '../../platform/http/routes.ts'
import { AnswerSums, AnswersQuery, QuestionQuery, TopQuestions } from './asked-questions.schema.ts'
import { sumAnswers, topQuestions } from './asked-questions.ts'

export const questionRoutes = routes('Conversations', (app) => {
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
    read: (context, request) => topQuestions(context, request.query),
  })

  app.get('/v1/analytics/answers', {
    operationId: 'getAnswerSums',
    summary: 'Outcomes, tokens and cost',
    description:
      'How many answers knew it, and their tokens and cost by day (UTC), for one code or for an ' +
      'organization. Answers of deleted codes are not counted.',
    permission: 'conversations:read',
    querystring: AnswersQuery,
    response: { 200: AnswerSums },
    read: (context, request) => sumAnswers(context, request.query),
  })
})
