import { routes } from '../../platform/http/routes.ts'
import { visitorLanguage } from '../conversations/visitor-language.ts'
import { ProposedTranslations, TranslationRequest } from './translations.schema.ts'
import { proposeTranslations } from './translations.ts'

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
