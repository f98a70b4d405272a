import type { FastifyInstance, preHandlerHookHandler, preSerializationHookHandler } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import type { Secrets } from '../../kit/secrets.ts'
import { invalidCursor } from './cursor.ts'

interface SigningOptions {
  secrets: Pick<Secrets, 'tag' | 'verifyTag'>
  clock: Clock
  /** Until then, cursors of the version before, which did not sign them, are accepted. */
  unsignedUntil: number
}

/**
 * Signs the cursors of all lists at the edge, so that only places that this service has chosen reach
 * a query. The signature follows the cursor of the version before, whose processes ignore it: both
 * versions can serve the pages of one list during an upgrade.
 */
export const signCursors = (
  app: FastifyInstance,
  { secrets, clock, unsignedUntil }: SigningOptions,
) => {
  const verified = (cursor: string, route: string): string => {
    const end = cursor.lastIndexOf('.')
    const [unsigned, tag] = [cursor.slice(0, end), cursor.slice(end + 1)]
    if (end > 0 && secrets.verifyTag(tag, 'cursor', route, unsigned)) return unsigned
    if (clock.now() < unsignedUntil) return cursor
    throw invalidCursor()
  }

  app.addHook('onRoute', (route) => {
    const { querystring } = (route.schema ?? {}) as { querystring?: { properties?: object } }
    if (!querystring?.properties || !('cursor' in querystring.properties)) return
    const { url } = route
    const verify: preHandlerHookHandler = (request, _reply, done) => {
      const query = request.query as { cursor?: string }
      if (query.cursor) query.cursor = verified(query.cursor, url)
      done()
    }
    const sign: preSerializationHookHandler<unknown> = (_request, _reply, payload, done) => {
      const { next_cursor: next } = (payload ?? {}) as { next_cursor?: string | null }
      if (typeof next !== 'string') return done(null, payload)
      const signed = `${next}.${secrets.tag('cursor', url, next)}`
      done(null, { ...(payload as object), next_cursor: signed })
    }
    route.preHandler = [verify, route.preHandler ?? []].flat()
    route.preSerialization = [route.preSerialization ?? [], sign].flat()
  })
}
