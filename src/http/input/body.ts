import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { problem } from '../problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, for comparing and for checking signatures. */
    rawBody: Buffer | null
    /** The SHA-256 of a large body, which a thread has worked out; its bytes are not kept. */
    bodyHash: string | null
  }
}

/** What is parsed at once, in a few milliseconds: the limit of every route that sets no other. */
export const smallBodyBytes = 256 * 1024

/** JSON is the only language of the API; the plain forms of our pages add their own. */
export const acceptJson = (app: FastifyInstance) => {
  app.decorateRequest('rawBody', null)
  app.decorateRequest('bodyHash', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: { rawBody: Buffer | null }, body: Buffer) => {
      request.rawBody = body
      // Many clients name the type of a body that they do not send. A large one is left to the
      // route, which knows from whom it is.
      const isParsed = body.length > 0 && body.length <= smallBodyBytes
      return isParsed ? parseJson(body) : undefined
    },
  )
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding']
    done(encoding === undefined || encoding === 'identity' ? undefined : encodedBody())
  })
}

const encodedBody = () =>
  problem(415, 'unsupported_encoding', 'Send the body without a Content-Encoding.')

/** The plain forms of server-rendered pages, within one encapsulated `app`. */
export const acceptForms = (app: FastifyInstance) => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
}

export const parseJson = (body: Buffer): unknown => {
  // Invalid bytes would silently become U+FFFD: not what was sent.
  if (!isUtf8(body)) throw problem(400, 'invalid_json', 'The body is not UTF-8.')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw problem(400, 'invalid_json', 'The body is not valid JSON.')
  }
}
