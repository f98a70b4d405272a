import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { templateLanguages, templates } from '#contract/templates.ts'
import { named } from '../../http/schema.ts'
import { pickLanguage } from '../../kit/language.ts'
import { NewCode } from '../codes.schema.ts'
import { templatesIn } from './templates.ts'

const Language = Type.Enum([...templateLanguages], {
  description: 'Of the words and the example.',
  examples: ['en'],
})
const Color = (description: string, example: string) =>
  Type.String({ description, examples: [example] })

const { name, prompt, welcome_message, template, suggestions, style } = NewCode.properties

const CodeTemplate = named(
  'CodeTemplate',
  Type.Object({
    template: Type.Enum(templates, {
      description: 'As a code names it.',
      examples: ['hospitality'],
    }),
    title: Type.String({
      description: 'What it is for, in a few words.',
      examples: ['Hotel or holiday home'],
    }),
    description: Type.String({
      description: 'A sentence that helps to choose.',
      examples: ['A concierge in every room: breakfast, Wi-Fi, check-out, what is nearby.'],
    }),
    color: Color('The accent of its page by day, and the color of the example.', '#1f5a37'),
    color_dark: Color('The accent of its page by night.', '#86c9a0'),
    example: Type.Object(
      { name, prompt, welcome_message, template, suggestions, style },
      { description: 'A whole code to start from: what creating one takes as its body.' },
    ),
  }),
)

export const templateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/v1/templates', {
    schema: {
      operationId: 'listTemplates',
      summary: 'List templates',
      description: 'The seven templates, each with an example that works as it stands.',
      tags: ['Codes'],
      querystring: Type.Object({
        language: Type.Optional({
          ...Language,
          description: 'Which language; as `Accept-Language` says when omitted, or English.',
        }),
      }),
      response: {
        200: Type.Object({
          language: Language,
          templates: Type.Array(CodeTemplate, { description: 'In a fixed order.' }),
        }),
      },
    },
    handler: async (request) => {
      const language =
        request.query.language ??
        pickLanguage(request.headers['accept-language'], templateLanguages)
      return { language, templates: templatesIn(language) }
    },
  })
}
