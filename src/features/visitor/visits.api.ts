import type { FastifyRequest } from 'fastify'
import { runUnaudited } from '../../platform/change.ts'
import { readContext } from '../../platform/context.ts'
import { routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import { visitorLanguage } from '../conversations/sentences.ts'
import {
  AcceptedMessage,
  HandoffState,
  NewMessage,
  OpenedConversation,
  Rating,
  ShortIdPath,
  TokenPath,
  TurnStreamQuery,
  VisitEvent,
  VisitSchema,
} from '../conversations/visits.schema.ts'
import { askForPerson } from '../people/handling.ts'
import { CreatedLead, NewLead } from '../people/leads.schema.ts'
import { followConversation } from './followers.ts'
import { scanCookieOf } from './scan-headers.ts'
import {
  closeConversation,
  deleteVisit,
  openConversation,
  rateConversation,
  requireVisit,
  retrieveVisit,
  retryAnswer,
  sendLead,
  sendMessage,
  stopAnswer,
} from './visits.ts'

const limited = {
  429: 'A limit is reached; `detail` is a sentence for the visitor, in the visitor’s language.',
}
const monthUsedUp = {
  402:
    'The plan allows no more messages this month (`plan_limit_reached`); `detail` is a sentence ' +
    'for the visitor.',
}
const archived =
  'The code is archived (`code_archived`); `detail` is a sentence for the visitor, in the ' +
  'visitor’s language.'
const ended = { 410: `The conversation has ended (\`conversation_ended\`). ${archived}` }

/** For the visitor's page and for other front ends. They need no API key, only the token. */
export const visitRoutes = routes('Visitors', (app, { service }) => {
  const context = readContext(service, null)

  app.post('/s/:short_id/conversations', {
    operationId: 'openConversation',
    summary: 'Open a conversation',
    description: 'Call this before you send the first message.',
    isOpen: true,
    errors: { 410: archived, ...limited },
    params: ShortIdPath,
    response: { 201: OpenedConversation },
    handler: (request) =>
      runUnaudited(service, (change) =>
        openConversation(change, request.params.short_id.toLowerCase(), visitorOf(request)),
      ),
  })

  app.post('/c/:token/messages', {
    operationId: 'sendMessage',
    summary: 'Say something',
    description: 'The answer arrives through the events of the conversation.',
    isOpen: true,
    errors: {
      ...monthUsedUp,
      409: 'An answer is still running (`answer_running`).',
      ...ended,
      ...limited,
    },
    params: TokenPath,
    body: NewMessage,
    response: { 202: AcceptedMessage },
    handler: (request) =>
      runUnaudited(service, (change) => sendMessage(change, request.params.token, request.body)),
  })

  app.post('/c/:token/retry', {
    operationId: 'retryAnswer',
    summary: 'Retry the last answer',
    description: 'Use it after an `error` event that is retryable.',
    isOpen: true,
    errors: {
      409: 'The last answer did not fail (`nothing_to_retry`), or an answer is still running.',
      ...ended,
      ...limited,
    },
    params: TokenPath,
    response: { 202: AcceptedMessage },
    handler: (request) =>
      runUnaudited(service, (change) => retryAnswer(change, request.params.token)),
  })

  app.get('/c/:token/events', {
    operationId: 'followConversation',
    summary: 'Follow a conversation',
    description:
      'Server-sent events, each with an id; ignore events that you do not know. `delta` `{message_id, text}` (text to append), ' +
      '`finish` `{message_id, tokens}`, with `truncated: true` and a `message` for the visitor ' +
      'if the answer ended at its maximum length, `error` `{message_id, code, message, ' +
      'retryable, kept_characters}`, `handling` `{handling, name, message}` when a person is asked, ' +
      'comes or goes, `typing` while a person writes, `ended` `{reason}`. `finish` and `error` may ' +
      'have `offer`, when the service offers a person, and `notice`, a sentence of the service. `finish` and `error` have ' +
      '`citations` if the answer cites passages, and `text` if the complete text is not the ' +
      'sum of the deltas: show it instead of them. Starts at the beginning of the last turn, or ' +
      'right after `Last-Event-ID` (or `after`), and stays open for the next turn.',
    isOpen: true,
    produces: ['text/event-stream'],
    streams: VisitEvent,
    exposeHeadRoute: false,
    params: TokenPath,
    querystring: TurnStreamQuery,
    handler: async (request, reply) => {
      const conversation = await requireVisit(context, request.params.token)
      const header = request.headers['last-event-id']
      const after = typeof header === 'string' ? header : request.query.after
      return service.live.answer(reply, followConversation(context, conversation, after))
    },
  })

  app.post('/c/:token/stop', {
    operationId: 'stopAnswer',
    summary: 'Stop the answer',
    description: 'The partial answer is kept.',
    isOpen: true,
    params: TokenPath,
    response: { 204: NoContent },
    handler: (request) => stopAnswer(context, request.params.token),
  })

  app.post('/c/:token/rating', {
    operationId: 'rateConversation',
    summary: 'Rate an answer',
    description:
      'A new rating replaces the previous one of this answer. The rating of the conversation ' +
      'is the worst of its answers.',
    isOpen: true,
    params: TokenPath,
    body: Rating,
    response: { 204: NoContent },
    handler: (request) =>
      runUnaudited(service, (change) =>
        rateConversation(change, request.params.token, request.body),
      ),
  })

  app.post('/c/:token/handoff', {
    operationId: 'requestHandoff',
    summary: 'Ask for a person',
    description:
      'Members are told, and messages wait for them: no model is asked. A running answer is stopped. ' +
      'The events say when somebody comes, or that nobody came in time. While the visitor waits, ' +
      'another request changes nothing. A conversation can ask six times in an hour. Emits ' +
      '`conversation.handoff`.',
    isOpen: true,
    errors: {
      409:
        'Nobody can be asked now, or the visitor has not written yet (`handoff_unavailable`, with ' +
        '`opens_at`); `detail` is a sentence for the visitor.',
      ...ended,
      ...limited,
    },
    params: TokenPath,
    response: { 202: HandoffState },
    handler: async (request) => {
      const { id } = await requireVisit(context, request.params.token)
      return await askForPerson(context, id, request.addressLimit)
    },
  })

  app.post('/c/:token/lead', {
    operationId: 'leaveLead',
    summary: 'Leave an address',
    description:
      'Sends the form of the code, also after the end of the conversation. Emits `lead.created`.',
    isOpen: true,
    errors: {
      409:
        'The code has no form (`no_lead_form`), or the visitor has sent it five times ' +
        '(`limit_reached`).',
      410: archived,
    },
    params: TokenPath,
    body: NewLead,
    response: { 201: CreatedLead },
    handler: (request) =>
      runUnaudited(service, (change) => sendLead(change, request.params.token, request.body)),
  })

  app.post('/c/:token/close', {
    operationId: 'closeConversation',
    summary: 'End a conversation',
    description: 'Emits `conversation.completed`, unless the visitor sent no message.',
    isOpen: true,
    params: TokenPath,
    response: { 204: NoContent },
    handler: (request) => closeConversation(context, request.params.token),
  })

  app.get('/c/:token', {
    operationId: 'getConversationAsVisitor',
    summary: 'Retrieve a conversation as its visitor',
    description: 'Also works after the conversation has ended.',
    isOpen: true,
    params: TokenPath,
    response: { 200: VisitSchema },
    handler: (request) => retrieveVisit(context, request.params.token),
  })

  app.delete('/c/:token', {
    operationId: 'forgetConversation',
    summary: 'Delete a conversation as its visitor',
    description: 'Deletes the conversation with all messages. No event is emitted.',
    isOpen: true,
    params: TokenPath,
    response: { 204: NoContent },
    handler: (request) => deleteVisit(context, request.params.token),
  })
})

/** What a request says about the visitor who opens a conversation. */
export const visitorOf = (request: FastifyRequest) => ({
  limit: request.addressLimit,
  language: visitorLanguage(request),
  scan: scanCookieOf(request),
})
