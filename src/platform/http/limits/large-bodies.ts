import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '../callers/actor.ts'
import { smallBodyBytes } from '../input/body.ts'
import { problem } from '../problem.ts'

const maxOfUser = 2
/** The memory of all large bodies together. */
const maxBytes = 64 * 2 ** 20
/** A file is streamed into the database, a chunk at a time. */
const streamedBytes = 2 * smallBodyBytes

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body as a stream instead of as one buffer. */
    streamsBody?: boolean
  }
}

/**
 * Large bodies that are under way. Each user has two, so a few users cannot use up the memory of all.
 * An idle one is cut off by `disconnectSlowSenders`.
 */
export const limitLargeBodies = (app: FastifyInstance) => {
  const underWay = new Map<string, number>()
  let bytes = 0
  // Before the body is read: it uses memory from its first byte on.
  app.addHook('preParsing', async (request, { raw }) => {
    const size = sizeOf(request)
    if (size === 0) return
    const { userId } = actorOf(request)
    const own = underWay.get(userId) ?? 0
    if (own >= maxOfUser || bytes + size > maxBytes) throw tooManyAtOnce()
    underWay.set(userId, own + 1)
    bytes += size
    raw.once('close', () => {
      bytes -= size
      const left = (underWay.get(userId) ?? 1) - 1
      if (left === 0) underWay.delete(userId)
      else underWay.set(userId, left)
    })
  })
}

/** The memory that a body may take; 0 for a small one. */
const sizeOf = ({ headers, routeOptions }: FastifyRequest): number => {
  const { bodyLimit } = routeOptions
  if (bodyLimit <= smallBodyBytes) return 0
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  const declared = coding === undefined ? Number(length ?? 0) : bodyLimit
  if (!(declared > smallBodyBytes)) return 0
  return routeOptions.config.streamsBody ? streamedBytes : Math.min(declared, bodyLimit)
}

const tooManyAtOnce = () =>
  problem(
    429,
    'too_many_large_bodies',
    'Too many large requests are running. Wait for a response before you send the next one.',
    { headers: { 'Retry-After': '1' } },
  )
