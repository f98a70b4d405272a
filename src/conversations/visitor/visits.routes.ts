import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { ScanLanguage } from '#contract/languages.ts'
import { NoContent } from '../../http/schema.ts'
import type { Database } from '../../storage/database.ts'
import type { Followers } from './followers.ts'
import {
  AcceptedMessage,
  EventQuery,
  NewMessage,
  OpenedConversation,
  Rating,
  ShortIdPath,
  TokenPath,
  VisitSchema,
} from './visits.schema.ts'
import type { Visits } from './visits.ts'

interface Options {
  database: Database
  visits: Visits
  followers: Followers
  languageOf: (request: FastifyRequest) => ScanLanguage
}

const tags = ['Visitors']
const limited = {
  429: 'A limit is reached; `detail` is a sentence for the visitor, in the visitor’s language.',
}
const monthUsedUp = {
  402:
    'The plan allows no more messages this month (`plan_limit_reached`); `detail` is a sentence ' +
    'for the visitor.',
}
const ended = { 410: 'The conversation has ended (`conversation_ended`).' }

/** For the visitor's page and for other front ends. They need no API key, only the token. */
export const visitRoutes =
  ({ database, visits, followers, languageOf }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const prefix of ['/s', '/S']) {
      app.post(`${prefix}/:short_id/conversations`, {
        config: {
          isOpen: true,
          errors: { 410: 'The code is archived (`code_archived`).', ...limited },
        },
        schema: {
          operationId: 'openConversation',
          summary: 'Open a conversation',
          description: 'Call this before you send the first message.',
          ...(prefix === '/s' ? { tags } : {}),
          params: ShortIdPath,
          response: { 201: OpenedConversation },
        },
        handler: async (request, reply) => {
          const visitor = {
            limit: request.addressLimit,
            language: languageOf(request),
            scan: scanCookieOf(request.headers),
          }
          reply.code(201)
          return await database.transaction((tx) =>
            visits.open(tx, request.params.short_id.toLowerCase(), visitor),
          )
        },
      })
    }

    app.post('/c/:token/messages', {
      config: {
        isOpen: true,
        errors: {
          ...monthUsedUp,
          409: 'An answer is still running (`answer_running`).',
          ...ended,
          ...limited,
        },
      },
      schema: {
        operationId: 'sendMessage',
        summary: 'Say something',
        description: 'The answer arrives through the events of the conversation.',
        tags,
        params: TokenPath,
        body: NewMessage,
        response: { 202: AcceptedMessage },
      },
      handler: async (request, reply) => {
        reply.code(202)
        return await database.transaction((tx) =>
          visits.say(tx, request.params.token, request.body),
        )
      },
    })

    app.post('/c/:token/retry', {
      config: {
        isOpen: true,
        errors: {
          409: 'The last answer did not fail (`nothing_to_retry`), or an answer is still running.',
          ...ended,
          ...limited,
        },
      },
      schema: {
        operationId: 'retryAnswer',
        summary: 'Retry the last answer',
        description: 'Use it after an `error` event that is retryable.',
        tags,
        params: TokenPath,
        response: { 202: AcceptedMessage },
      },
      handler: async (request, reply) => {
        reply.code(202)
        return await database.transaction((tx) => visits.retry(tx, request.params.token))
      },
    })

    app.get('/c/:token/events', {
      exposeHeadRoute: false,
      config: { isOpen: true, produces: ['text/event-stream'] },
      schema: {
        operationId: 'followConversation',
        summary: 'Follow a conversation',
        description:
          'Server-sent events, each with an id: `delta` `{message_id, text}` (text to append), ' +
          '`finish` `{message_id, tokens}`, with `truncated: true` and a `message` for the visitor ' +
          'if the answer ended at its maximum length, `error` `{message_id, code, message, ' +
          'retryable, kept_characters}`, `ended` `{reason}`. Starts at the beginning of the last turn, or ' +
          'right after `Last-Event-ID` (or `after`), and stays open for the next turn.',
        tags,
        params: TokenPath,
        querystring: EventQuery,
      },
      handler: async (request, reply) => {
        const conversation = await visits.find(request.params.token)
        const header = request.headers['last-event-id']
        const after = typeof header === 'string' ? header : request.query.after
        reply.hijack()
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value)
        }
        reply.raw.writeHead(200, {
          'Content-Type': 'text/event-stream; charset=utf-8',
          // nginx buffers the events without this header.
          'X-Accel-Buffering': 'no',
        })
        followers.follow(reply.raw, conversation, after)
      },
    })

    app.post('/c/:token/stop', {
      config: { isOpen: true },
      schema: {
        operationId: 'stopAnswer',
        summary: 'Stop the answer',
        description: 'The partial answer is kept.',
        tags,
        params: TokenPath,
        response: { 204: NoContent },
      },
      handler: async (request, reply) => {
        await visits.stop(request.params.token)
        reply.code(204)
        return null
      },
    })

    app.post('/c/:token/rating', {
      config: { isOpen: true },
      schema: {
        operationId: 'rateConversation',
        summary: 'Rate a conversation',
        description: 'A new rating replaces the previous one.',
        tags,
        params: TokenPath,
        body: Rating,
        response: { 204: NoContent },
      },
      handler: async (request, reply) => {
        const { rating, comment = null } = request.body
        await database.transaction((tx) => visits.rate(tx, request.params.token, rating, comment))
        reply.code(204)
        return null
      },
    })

    app.post('/c/:token/close', {
      config: { isOpen: true },
      schema: {
        operationId: 'closeConversation',
        summary: 'End a conversation',
        description: 'Emits `conversation.completed`, unless the visitor sent no message.',
        tags,
        params: TokenPath,
        response: { 204: NoContent },
      },
      handler: async (request, reply) => {
        await visits.close(request.params.token)
        reply.code(204)
        return null
      },
    })

    app.get('/c/:token', {
      config: { isOpen: true },
      schema: {
        operationId: 'getConversationAsVisitor',
        summary: 'Retrieve a conversation as its visitor',
        description: 'Also works after the conversation has ended.',
        tags,
        params: TokenPath,
        response: { 200: VisitSchema },
      },
      handler: (request) => visits.view(request.params.token),
    })

    app.delete('/c/:token', {
      config: { isOpen: true },
      schema: {
        operationId: 'forgetConversation',
        summary: 'Delete a conversation as its visitor',
        description: 'Deletes the conversation with all messages. No event is emitted.',
        tags,
        params: TokenPath,
        response: { 204: NoContent },
      },
      handler: async (request, reply) => {
        await visits.forget(request.params.token)
        reply.code(204)
        return null
      },
    })
  }

/** The visitor's page sets this cookie on a scan. */
export const scanCookieOf = ({ cookie }: IncomingHttpHeaders): string | undefined =>
  /(?:^|;\s{0,9})qpr_scan=([^;]*)/.exec(cookie ?? '')?.[1]
