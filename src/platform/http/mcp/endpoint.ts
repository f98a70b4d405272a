import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'
import type { Offer } from './tool.ts'

/** Answers a POST request of an assistant. Each request stands alone: there are no sessions. */
export const answerAssistant = async (
  request: FastifyRequest,
  reply: FastifyReply,
  offer: Offer,
) => {
  const { body } = request
  // The protocol has no batches, which would also evade the limits per request.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notOneMessage()
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  // The protocol's package takes 0.2 s and 30 MB to load.
  const { answerMessage } = await import('./server.ts')
  const answer = await answerMessage(
    { headers: headersOf(request), body, signal: gone.signal },
    offer,
  )
  if (answer.type !== null) reply.type(answer.type)
  return reply.code(answer.status).send(answer.text)
}

const notOneMessage = () =>
  problem(400, 'body_not_an_object', 'Send one JSON-RPC message: the body must be a JSON object.')

/** The headers that the protocol uses. */
const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && /^(accept|content-type|mcp-.*)$/.test(name)
        ? [[name, value]]
        : [],
    ),
  )
