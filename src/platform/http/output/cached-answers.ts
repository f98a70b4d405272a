import type {
  FastifyInstance,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { createBounded } from '../../kit/bounded.ts'
import type { Database } from '../../store/database.ts'
import { etagOf, isKnown } from './static-files.ts'

interface CachedAnswer {
  version: number
  etag: string
  bytes: Buffer
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response depends only on the caller, the address and the database. It has an ETag. */
    isRepeatable?: boolean
  }
  interface FastifyRequest {
    /** The version of the database before the route has read it; null: unknown. */
    readVersion: number | null
  }
}

const maxBytes = 8 * 2 ** 20

/**
 * Keeps the bytes of repeatable responses until the next commit, and answers 304 to a caller that
 * has them. The caller is authenticated at every request; a change of its permissions is a commit.
 */
export const cacheAnswers = (app: FastifyInstance, { version }: Pick<Database, 'version'>) => {
  const cache = createBounded<CachedAnswer>('responses', {
    bytes: maxBytes,
    sizeOf: ({ bytes }) => 200 + bytes.length,
  })
  app.decorateRequest('readVersion', null)

  const answerAgain: preHandlerHookHandler = (request, reply, done) => {
    const current = version()
    request.readVersion = current
    const known = current === null ? undefined : cache.get(keyOf(request))
    if (known?.version !== current || !known) return done()
    reply.type('application/json; charset=utf-8').header('ETag', known.etag)
    if (isKnown(request, known.etag)) reply.code(304).removeHeader('Content-Type').send()
    else reply.send(known.bytes)
  }

  const store: onSendHookHandler<unknown> = (request, reply, payload, done) => {
    // Other payloads are a kept answer, or nothing.
    if (typeof payload !== 'string' || reply.statusCode !== 200) return done(null, payload)
    const bytes = Buffer.from(payload)
    const answer = { version: version() ?? 0, etag: etagOf(bytes), bytes }
    // A commit while the route was reading may have changed a part of it.
    if (request.readVersion === answer.version) cache.set(keyOf(request), answer)
    reply.header('ETag', answer.etag)
    if (!isKnown(request, answer.etag)) return done(null, bytes)
    reply.code(304).removeHeader('Content-Type')
    done(null, null)
  }

  app.addHook('onRoute', (route) => {
    if (!route.config?.isRepeatable || route.method !== 'GET') return
    route.preHandler = [route.preHandler ?? [], answerAgain].flat()
    route.onSend = [route.onSend ?? [], store].flat()
  })
}

const keyOf = ({ actor, url }: FastifyRequest): string =>
  `${actor?.keyId ?? actor?.sessionId} ${url}`
