import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { readContext } from '../../platform/context.ts'
import { answerAssistant } from '../../platform/http/mcp/endpoint.ts'
import { callsWithin } from '../../platform/http/mcp/inner-call.ts'
import { routes } from '../../platform/http/routes.ts'
import { visitorLanguage } from '../conversations/visitor-language.ts'
import { ShortIdPath } from '../conversations/visits.schema.ts'
import { AboutCode } from './assistant.schema.ts'
import { describeCode, offerOf, requireAskedCode } from './assistant.ts'

/** For the assistant of a visitor. Neither route is a scan. */
export const assistantRoutes = routes('Visitors', (app, server) => {
  const context = readContext(server.service, null)
  const found = (request: FastifyRequest<{ Params: Static<typeof ShortIdPath> }>) =>
    requireAskedCode(context, request.params.short_id.toLowerCase(), (code) =>
      visitorLanguage(request, code),
    )

  for (const prefix of ['/s', '/S']) {
    app.get(`${prefix}/:short_id/about.json`, {
      operationId: 'describeCode',
      summary: 'Describe a code',
      description:
        'What the page of the code shows, in the language of the request, and the address ' +
        'at which the assistant of a visitor can ask. It is not a scan.',
      isOpen: true,
      errors: { 410: 'The code is archived (`code_archived`).' },
      hide: prefix === '/S',
      params: ShortIdPath,
      response: { 200: AboutCode },
      handler: async (request) => {
        const { code, language } = await found(request)
        return describeCode(context, code, language)
      },
    })

    server.post<{ Params: Static<typeof ShortIdPath> }>(`${prefix}/:short_id/mcp`, {
      schema: { hide: true, params: ShortIdPath },
      handler: async (request, reply) => {
        const { code, language } = await found(request)
        const failed = (error: unknown) =>
          request.log.error({ requestId: request.id, err: error }, 'tool failed')
        const asking = { context, code, call: callsWithin(server, request) }
        return answerAssistant(request, reply, offerOf(asking, language, failed))
      },
    })
  }
})
