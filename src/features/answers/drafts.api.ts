import { routes } from '../../platform/http/routes.ts'
import { visitorLanguage } from '../conversations/sentences.ts'
import { PreviewEvent } from '../conversations/visits.schema.ts'
import { beginDraft, DraftTalk, draftEvents } from './drafts.ts'
import { ProposedTranslations, proposeTranslations, TranslationRequest } from './translations.ts'

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

export const translationRoutes = routes('Codes', (app) => {
  app.post('/v1/qpr-codes/translate', {
    operationId: 'translateTexts',
    summary: 'Propose translations',
    description:
      'Asks the model to translate the title, the welcome message and the suggestions of a ' +
      'code. Saves nothing: check the proposals and save them as `translations` of the code. ' +
      'The tokens count toward the daily limit of previews.',
    permission: 'codes:write',
    errors: {
      409: 'No model is configured (`no_model`).',
      429:
        'Too many requests in a minute (`too_many_messages`), the token limit of the day ' +
        'is reached (`daily_limit_reached`), or the rate limit is reached.',
    },
    body: TranslationRequest,
    response: { 200: ProposedTranslations },
    // Outside the transaction, which must not wait for the model.
    prepare: async (context, request) => {
      const language = visitorLanguage(request)
      const proposed = await proposeTranslations(context, request.body, language)
      return async () => proposed
    },
  })
})
