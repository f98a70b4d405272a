import { Type } from 'typebox'
import { ownerLanguages } from '#contract/languages.ts'
import { templates } from '#contract/templates.ts'
import { routes } from '../../platform/http/routes.ts'
import { Nullable, named, OneOf, Str } from '../../platform/http/schema.ts'
import { pickLanguage } from '../../platform/text/text.ts'
import { NewCode } from '../codes/codes.schema.ts'
import { examplesIn, templatesIn } from './templates.ts'

const Language = OneOf(ownerLanguages, 'The language of the texts and the example.', 'en')
const Color = (description: string, example: string) => Str(description, example)

const { name, prompt, welcome_message, template, suggestions, style } = NewCode.properties

const templateFields = {
  template: OneOf(templates, 'The value of `template` of a code.', 'hospitality'),
  title: Str('A short title.', 'Hotel or holiday home'),
  description: Str(
    'One sentence that describes the template.',
    'A concierge in every room: breakfast, Wi-Fi, check-out, what is nearby.',
  ),
  color: Color(
    "The accent color of the visitor's page in light mode, and the color of the example.",
    '#1f5a37',
  ),
  color_dark: Color("The accent color of the visitor's page in dark mode.", '#86c9a0'),
  document: Nullable(
    Str(
      'The blank of the example that a document or a website answers better than a line.',
      '[your menu]',
    ),
  ),
  example: Type.Object(
    { name, prompt, welcome_message, template, suggestions, style },
    {
      description:
        'A valid request body for creating a code. Replace its blanks, such as `[your Wi-Fi name]`.',
    },
  ),
}

const CodeTemplate = named('CodeTemplate', Type.Object(templateFields))

const TradeExample = named(
  'TradeExample',
  Type.Object({
    key: OneOf(['restaurant'], 'The trade.', 'restaurant'),
    ...templateFields,
    title: Str('A short title.', 'Restaurant'),
    description: Str(
      'One sentence that describes the example.',
      'A waiter at every table: the menu, allergens, opening hours, reservations.',
    ),
  }),
)

export const templateRoutes = routes('Codes', (app) => {
  app.get('/v1/templates', {
    operationId: 'listTemplates',
    summary: 'List templates',
    description:
      'The seven templates, each with an example, and examples for a trade. What only the ' +
      'owner knows is a blank in square brackets, such as `[your Wi-Fi name]`.',
    querystring: Type.Object({
      language: Type.Optional({
        ...Language,
        description: 'The language. Default: the language of `Accept-Language`, or English.',
      }),
    }),
    response: {
      200: Type.Object({
        language: Language,
        templates: Type.Array(CodeTemplate, { description: 'The templates, in a fixed order.' }),
        examples: Type.Array(TradeExample, {
          description: 'Examples for a trade. Each creates a code of one of the seven templates.',
        }),
      }),
    },
    handler: async (request) => {
      const language =
        request.query.language ?? pickLanguage(request.headers['accept-language'], ownerLanguages)
      return { language, templates: templatesIn(language), examples: examplesIn(language) }
    },
  })
})
