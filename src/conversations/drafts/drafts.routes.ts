import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { actorOf } from '../../http/callers/actor.ts'
import { DraftTalk } from './drafts.schema.ts'
import type { Drafts } from './drafts.ts'

interface Options {
  drafts: Drafts
  roles: Record<'codes:write', readonly string[]>
  languageOf: (request: FastifyRequest) => string
}

export const draftRoutes =
  ({ drafts, roles, languageOf }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post('/v1/qpr-codes/preview-answer', {
      config: {
        roles: roles['codes:write'],
        produces: ['text/event-stream'],
        errors: {
          429:
            'Too many previews in a minute (`too_many_messages`), the token limit of the day ' +
            'is reached (`daily_limit_reached`), or the rate limit is reached.',
        },
      },
      schema: {
        operationId: 'previewAnswer',
        summary: 'Try a prompt',
        description:
          'Answers as a code with this prompt would, with the same model and limits. It ' +
          'creates no scan, no conversation and no event. The response is a stream of ' +
          'server-sent events: `delta` `{message_id, text}` (text to append), then `finish` ' +
          '`{message_id, tokens, model, demo}` (with `truncated` and `message` if the answer ended ' +
          'at its maximum length) or `error` `{message_id, code, message, ' +
          'retryable, kept_characters}`, then the stream ends. The answer stops when the ' +
          'client disconnects.',
        tags: ['Codes'],
        body: DraftTalk,
      },
      handler: async (request, reply) => {
        const draft = await drafts.begin(actorOf(request), request.body, languageOf(request))
        const abort = drafts.abortable()
        reply.raw.once('close', () => abort.abort())
        // nginx buffers the events without this header.
        return reply
          .type('text/event-stream; charset=utf-8')
          .header('X-Accel-Buffering', 'no')
          .send(Readable.from(drafts.events(draft, abort.signal), { objectMode: false }))
      },
    })
  }
