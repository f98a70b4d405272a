import { routes } from '../../platform/http/routes.ts'
import { listQuestions } from './questions.list.ts'
import {
  MergedQuestions,
  NewAnswer,
  PageOfQuestions,
  QuestionChanges,
  QuestionDetail,
  QuestionPath,
  QuestionQuery,
  ReportedAnswer,
} from './questions.schema.ts'
import {
  answerQuestion,
  mergeQuestions,
  prepareReport,
  retrieveQuestion,
  updateQuestion,
} from './questions.ts'

const answered = { 409: 'The question is already answered (`question_answered`).' }

export const questionRoutes = routes('Knowledge', (app) => {
  app.get('/v1/questions', {
    operationId: 'listQuestions',
    summary: 'List unanswered questions',
    description:
      'The questions that the codes of an organization, or one code, could not answer. ' +
      'Similar questions are one item. Those of most conversations come first.',
    permission: 'conversations:read',
    querystring: QuestionQuery,
    response: { 200: PageOfQuestions },
    read: (context, request) => listQuestions(context, request.query),
  })

  app.post('/v1/questions', {
    operationId: 'reportAnswer',
    summary: 'Report a wrong answer',
    description:
      'Marks an answer in a conversation as wrong: its `outcome` becomes `unknown`, and the ' +
      'question joins the unanswered ones. Returns the question, which can then be answered.',
    permission: 'knowledge:write',
    body: ReportedAnswer,
    response: { 201: QuestionDetail },
    prepare: (context, request) => prepareReport(context, request.body.message_id),
  })

  app.get('/v1/questions/:id', {
    operationId: 'getQuestion',
    summary: 'Retrieve an unanswered question',
    description: 'Returns the question with the newest conversations in which it was asked.',
    permission: 'conversations:read',
    params: QuestionPath,
    response: { 200: QuestionDetail },
    read: (context, request) => retrieveQuestion(context, request.params.id),
  })

  app.patch('/v1/questions/:id', {
    operationId: 'updateQuestion',
    summary: 'Dismiss or assign a question',
    description:
      'Dismisses a question, opens it again, or sets the codes that its answer is for. ' +
      'Similar questions that are asked later join a dismissed one and stay out of the list.',
    permission: 'knowledge:write',
    errors: answered,
    params: QuestionPath,
    body: QuestionChanges,
    response: { 200: QuestionDetail },
    change: (change, request) => updateQuestion(change, request.params.id, request.body),
  })

  app.post('/v1/questions/:id/answer', {
    operationId: 'answerQuestion',
    summary: 'Answer a question',
    description:
      'The answer becomes a knowledge source immediately, for the next visitor. Visitors who ' +
      'asked the question at a code that the answer is for, and have an open conversation, ' +
      'receive it as a message of the owner. ' +
      'Answering again replaces the source.',
    permission: 'knowledge:write',
    params: QuestionPath,
    body: NewAnswer,
    response: { 200: QuestionDetail },
    change: (change, request) => answerQuestion(change, request.params.id, request.body),
  })

  app.post('/v1/questions/:id/merge', {
    operationId: 'mergeQuestions',
    summary: 'Merge questions',
    description: 'Makes other questions part of this one. It cannot be undone.',
    permission: 'knowledge:write',
    errors: answered,
    params: QuestionPath,
    body: MergedQuestions,
    response: { 200: QuestionDetail },
    change: (change, request) =>
      mergeQuestions(change, request.params.id, request.body.question_ids),
  })
})
