import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../http/callers/actor.ts'
import type { Change } from '../http/change.ts'
import { tagRoutes } from '../http/openapi/openapi.ts'
import {
  MergedQuestions,
  NewAnswer,
  QuestionChanges,
  QuestionDetail,
  QuestionPage,
  QuestionPath,
  QuestionQuery,
  ReportedAnswer,
} from './learning.schema.ts'
import type { Learning } from './learning.ts'

interface Options {
  learning: Learning
  change: Change
}

const answered = { 409: 'The question is already answered (`question_answered`).' }

export const learningRoutes =
  ({ learning, change }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Knowledge')
    app.get('/v1/questions', {
      config: { permission: 'conversations:read' },
      schema: {
        operationId: 'listQuestions',
        summary: 'List unanswered questions',
        description:
          'The questions that the codes of an organization, or one code, could not answer. ' +
          'Similar questions are one item. Those of most conversations come first.',
        querystring: QuestionQuery,
        response: { 200: QuestionPage },
      },
      handler: (request) => learning.list(actorOf(request), request.query),
    })

    app.post('/v1/questions', {
      config: { permission: 'knowledge:write' },
      schema: {
        operationId: 'reportAnswer',
        summary: 'Report a wrong answer',
        description:
          'Marks an answer in a conversation as wrong: its `outcome` becomes `unknown`, and the ' +
          'question joins the unanswered ones. Returns the question, which can then be answered.',
        body: ReportedAnswer,
        response: { 201: QuestionDetail },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) =>
          learning.report(tx, actorOf(request), request.body.message_id),
        ),
    })

    app.get('/v1/questions/:id', {
      config: { permission: 'conversations:read' },
      schema: {
        operationId: 'getQuestion',
        summary: 'Retrieve an unanswered question',
        description: 'Returns the question with the newest conversations in which it was asked.',
        params: QuestionPath,
        response: { 200: QuestionDetail },
      },
      handler: (request) => learning.retrieve(actorOf(request), request.params.id),
    })

    app.patch('/v1/questions/:id', {
      config: { permission: 'knowledge:write', errors: answered },
      schema: {
        operationId: 'updateQuestion',
        summary: 'Dismiss or assign a question',
        description:
          'Dismisses a question, opens it again, or sets the codes that its answer is for. ' +
          'Similar questions that are asked later join a dismissed one and stay out of the list.',
        params: QuestionPath,
        body: QuestionChanges,
        response: { 200: QuestionDetail },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) =>
          learning.change(tx, actorOf(request), request.params.id, request.body),
        ),
    })

    app.post('/v1/questions/:id/answer', {
      config: { permission: 'knowledge:write' },
      schema: {
        operationId: 'answerQuestion',
        summary: 'Answer a question',
        description:
          'The answer becomes a knowledge source at once: the next visitor gets it. Visitors who ' +
          'asked and whose conversation is still open get it as a message of the owner. ' +
          'Answering again replaces the source.',
        params: QuestionPath,
        body: NewAnswer,
        response: { 200: QuestionDetail },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) =>
          learning.answer(tx, actorOf(request), request.params.id, request.body),
        ),
    })

    app.post('/v1/questions/:id/merge', {
      config: { permission: 'knowledge:write', errors: answered },
      schema: {
        operationId: 'mergeQuestions',
        summary: 'Merge questions',
        description: 'Makes other questions part of this one. It cannot be undone.',
        params: QuestionPath,
        body: MergedQuestions,
        response: { 200: QuestionDetail },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) =>
          learning.merge(tx, actorOf(request), request.params.id, request.body.question_ids),
        ),
    })
  }
