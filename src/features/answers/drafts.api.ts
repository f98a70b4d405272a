import { routes } from '../../platform/http/routes.ts'
import { visitorLanguage } from '../conversations/visitor-language.ts'
import { PreviewEvent } from '../conversations/visits.schema.ts'
import { DraftTalk } from './drafts.schema.ts'
import { beginDraft, draftEvents } from './drafts.ts'

export const draftRoutes = routes('Codes', (app) => {
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
    read: async (context, request, reply) => {
      const draft = await beginDraft(context, request.body, visitorLanguage(request))
      return context.service.live.answer(reply, {
        read: ({ signal }) => draftEvents(context, draft, signal),
      })
    },
  })
})
