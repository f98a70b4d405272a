import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { scanLanguages } from '#contract/languages.ts'
import { readContext } from '../../platform/context.ts'
import { answerAssistant, callsWithin } from '../../platform/http/mcp/endpoint.ts'
import { routes } from '../../platform/http/routes.ts'
import { Bool, Nullable, named, OneOf, Str } from '../../platform/http/schema.ts'
import { LeadFormSchema } from '../codes/lead-form.ts'
import { visitorLanguage } from '../conversations/sentences.ts'
import { ShortIdPath } from '../conversations/visits.schema.ts'
import { describeCode, offerOf, requireAskedCode } from './assistant.ts'

const Language = (description: string) => OneOf(scanLanguages, description, 'en')

const AboutCode = named(
  'AboutCode',
  Type.Object({
    short_id: Str('The short id of the code.', 'k3v9x0pz'),
    title: Str('The public title of the code.', 'Harbour Hotel'),
    welcome_message: Str('The first message that a visitor sees.', 'Welcome! How can I help?'),
    suggestions: Type.Array(Str('A question.', 'When is breakfast?'), {
      description: 'Questions that the page suggests.',
      examples: [['When is breakfast?']],
    }),
    language: Nullable(
      Language('The language in which the page opens; null: the language of the visitor.'),
    ),
    languages: Type.Array(Language('A language.'), {
      description: 'The languages in which the owner has written the texts; empty if unknown.',
      examples: [['en', 'de']],
    }),
    demo: Bool(
      'Whether the built-in demo responder answers, because no model is configured.',
      false,
    ),
    page_url: Str(
      'The page of the code, without counting a scan.',
      'http://localhost:3000/s/k3v9x0pz/chat',
    ),
    mcp_url: Str(
      'The MCP endpoint, with the tool `ask`, for the assistant of a visitor.',
      'http://localhost:3000/s/k3v9x0pz/mcp',
    ),
    handoff: Bool('Whether visitors can ask for a person.', true),
    lead_form: Nullable(
      LeadFormSchema,
      'The form with which visitors leave their address, in the language of the request; null: none.',
    ),
  }),
)

/** For the assistant of a visitor. Neither route is a scan. */
export const assistantRoutes = routes('Visitors', (app, server) => {
  const context = readContext(server.service, null)
  const found = (request: FastifyRequest<{ Params: Static<typeof ShortIdPath> }>) =>
    requireAskedCode(context, request.params.short_id.toLowerCase(), (code) =>
      visitorLanguage(request, code),
    )

  app.get('/s/:short_id/about.json', {
    operationId: 'describeCode',
    summary: 'Describe a code',
    description:
      'What the page of the code shows, in the language of the request, and the address ' +
      'at which the assistant of a visitor can ask. It is not a scan.',
    isOpen: true,
    errors: { 410: 'The code is archived (`code_archived`).' },
    params: ShortIdPath,
    response: { 200: AboutCode },
    handler: async (request) => {
      const { code, language } = await found(request)
      return await describeCode(context, code, language)
    },
  })

  server.post<{ Params: Static<typeof ShortIdPath> }>('/s/:short_id/mcp', {
    schema: { hide: true, params: ShortIdPath },
    handler: async (request, reply) => {
      const { code, language } = await found(request)
      const failed = (error: unknown) =>
        request.log.error({ requestId: request.id, err: error }, 'tool failed')
      const asking = { context, code, call: callsWithin(server, request) }
      return answerAssistant(request, reply, offerOf(asking, language, failed))
    },
  })
})
