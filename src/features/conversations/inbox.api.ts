import { exportTypes, sendExport } from '../../platform/http/output/export.ts'
import { routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import {
  AnswerSums,
  AnswersQuery,
  sumAnswers,
  TopQuestions,
  TopQuestionsQuery,
  topQuestions,
} from './asked-questions.ts'
import { exportConversations } from './inbox.export.ts'
import {
  ConversationDetail,
  ConversationExportQuery,
  ConversationPath,
  ConversationQuery,
  PageOfConversations,
} from './inbox.schema.ts'
import { deleteConversation, listConversations, retrieveConversation } from './inbox.ts'

export const conversationRoutes = routes('Conversations', (app) => {
  app.get('/v1/analytics/questions', {
    operationId: 'getTopQuestions',
    summary: 'Top questions',
    description:
      'The most frequent questions of visitors, for one code or for all codes of an ' +
      'organization. Case, accents and punctuation are ignored. Read from the newest 5,000 ' +
      'visitor messages.',
    permission: 'conversations:read',
    querystring: TopQuestionsQuery,
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

  app.get('/v1/conversations', {
    operationId: 'listConversations',
    summary: 'List conversations',
    description:
      'The conversations of one code or of all codes of an organization, newest first. ' +
      'Empty conversations are not listed. A search reads all messages: `since` makes it ' +
      'faster.',
    permission: 'conversations:read',
    querystring: ConversationQuery,
    response: { 200: PageOfConversations },
    read: (context, request) => listConversations(context, request.query),
  })

  app.get('/v1/conversations/export', {
    operationId: 'exportConversations',
    summary: 'Export conversations',
    description:
      'All conversations, oldest first. CSV has a row for each message, with the columns ' +
      'of its conversation first. JSON Lines has a line for each conversation, in the form ' +
      'of a single retrieval. A CSV cell that a spreadsheet could run as a formula begins ' +
      'with an apostrophe.',
    permission: 'conversations:export',
    produces: Object.values(exportTypes),
    querystring: ConversationExportQuery,
    read: async (context, { query }, reply) => {
      const lines = await exportConversations(context, query)
      return sendExport(reply, 'conversations', query.format, lines)
    },
  })

  app.get('/v1/conversations/:id', {
    operationId: 'getConversation',
    summary: 'Retrieve a conversation',
    description: 'Returns the conversation with all messages except the welcome message.',
    permission: 'conversations:read',
    params: ConversationPath,
    response: { 200: ConversationDetail },
    read: (context, request) => retrieveConversation(context, request.params.id),
  })

  app.delete('/v1/conversations/:id', {
    operationId: 'deleteConversation',
    summary: 'Delete a conversation',
    description:
      'Deletes the conversation with all messages and stops a running answer. No event is ' +
      'emitted. Its scan keeps its counts; the sums of conversations and messages get smaller.',
    permission: 'conversations:delete',
    params: ConversationPath,
    response: { 204: NoContent },
    change: (change, request) => deleteConversation(change, request.params.id),
  })
})
