import { Type } from 'typebox'
import { ownerLanguages } from '#contract/languages.ts'
import { templates } from '#contract/templates.ts'
import { routes } from '../../platform/http/routes.ts'
import { named, OneOf, Str } from '../../platform/http/schema.ts'
import { pickLanguage } from '../../platform/text/text.ts'
import { NewCode } from '../codes/codes.schema.ts'
import { templatesIn } from './templates.ts'

const Language = OneOf(ownerLanguages, 'The language of the texts and the example.', 'en')
const Color = (description: string, example: string) => Str(description, example)

const { name, prompt, welcome_message, template, suggestions, style } = NewCode.properties

const CodeTemplate = named(
  'CodeTemplate',
  Type.Object({
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
    example: Type.Object(
      { name, prompt, welcome_message, template, suggestions, style },
      {
        description:
          'A valid request body for creating a code. Replace its blanks, such as `[your Wi-Fi name]`.',
      },
    ),
  }),
)

export const templateRoutes = routes('Codes', (app) => {
  app.get('/v1/templates', {
    operationId: 'listTemplates',
    summary: 'List templates',
    description:
      'The seven templates, each with an example. What only the owner knows is a blank in ' +
      'square brackets, such as `[your Wi-Fi name]`.',
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
      }),
    },
    handler: async (request) => {
      const language =
        request.query.language ?? pickLanguage(request.headers['accept-language'], ownerLanguages)
      return { language, templates: templatesIn(language) }
    },
  })
})
