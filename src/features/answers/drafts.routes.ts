import type { FastifyRequest } from 'fastify'
import { actorOf } from '../../platform/http/callers/actor.ts'
import type { Streams } from '../../platform/http/output/streams.ts'
import { routes } from '../../platform/http/routes.ts'
import { PreviewEvent } from '../conversations/visits.schema.ts'
import { DraftTalk } from './drafts.schema.ts'
import type { Drafts } from './drafts.ts'

interface Options {
  drafts: Drafts
  live: Streams
  languageOf: (request: FastifyRequest) => string
}

export const draftRoutes = ({ drafts, live, languageOf }: Options) =>
  routes('Codes', (app) => {
    app.post('/v1/qpr-codes/preview-answer', {
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
      permission: 'codes:write',
      produces: ['text/event-stream'],
      streams: PreviewEvent,
      errors: {
        429:
          'Too many previews in a minute (`too_many_messages`), the token limit of the day ' +
          'is reached (`daily_limit_reached`), or the rate limit is reached.',
      },
      body: DraftTalk,
      handler: async (request, reply) => {
        const draft = await drafts.begin(actorOf(request), request.body, languageOf(request))
        return live.answer(reply, { read: ({ signal }) => drafts.events(draft, signal) })
      },
    })
  })
