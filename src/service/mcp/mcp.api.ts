import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Authenticator } from '../../platform/http/callers/actor.ts'
import { requireActor } from '../../platform/http/callers/authentication.ts'
import { answerAssistant } from '../../platform/http/mcp/endpoint.ts'
import { callsWithin } from '../../platform/http/mcp/inner-call.ts'
import type { OpenApiDocument } from '../../platform/http/openapi/document.ts'
import { ownerOffers } from './tools.ts'

interface Options {
  authenticator: Authenticator
  origin: string
}

/** For the assistants of owners. A tool calls the API with the key of the request. */
export const mcpRoutes =
  ({ authenticator, origin }: Options) =>
  async (app: FastifyInstance) => {
    // Only a key: a page of another site must not use the session of a browser.
    requireActor(app, { authenticator, sessionCookie: () => undefined, origin })
    let offerWith: ReturnType<typeof ownerOffers> | undefined
    app.post('/mcp', { schema: { hide: true } }, (request, reply) => {
      offerWith ??= ownerOffers(app.swagger() as OpenApiDocument)
      const offer = offerWith(callsWithin(app, request), logged(request))
      return answerAssistant(request, reply, offer)
    })
  }

const logged = (request: FastifyRequest) => (error: unknown) =>
  request.log.error({ requestId: request.id, err: error }, 'tool failed')
