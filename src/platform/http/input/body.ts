import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw body, for comparing and for checking signatures. */
    rawBody: Buffer | null
    /** The SHA-256 of a body that the route reads as a stream. */
    bodyHash: string | null
    /** The SHA-256 of the canonical form, if a thread has computed it. */
    parsedHash: string | null
  }
}

/** A body of this size is parsed in a few milliseconds. The default limit of every route. */
export const smallBodyBytes = 256 * 1024

/** The canonical form of a body of this size is found in a few milliseconds, whatever it contains. */
export const comparedHereBytes = 16 * 1024

/** The API accepts only JSON. The forms of our pages add their own parser. */
export const acceptJson = (app: FastifyInstance) => {
  app.decorateRequest('rawBody', null)
  app.decorateRequest('bodyHash', null)
  app.decorateRequest('parsedHash', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: { rawBody: Buffer | null }, body: Buffer) => {
      request.rawBody = body
      // Many clients send a content type without a body. A large body is parsed by its route, after
      // the caller is known.
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

/** Accepts HTML forms, within one encapsulated `app`. */
export const acceptForms = (app: FastifyInstance) => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
}

export const parseJson = (body: Buffer): unknown => {
  // Invalid bytes would silently become U+FFFD, which differs from the input.
  if (!isUtf8(body)) throw problem(400, 'invalid_json', 'The body is not UTF-8.')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw problem(400, 'invalid_json', 'The body is not valid JSON.')
  }
}

const types = { 'image/png': 'png', 'image/svg+xml': 'svg' } as const
const mediaTypes = { png: 'image/png', svg: 'image/svg+xml' } as const

export const logoTypes = Object.keys(types)

interface LogoFile {
  type: keyof typeof mediaTypes
  data: Buffer
}

/** Makes the routes of a plugin accept images as their body. */
export const acceptLogos = (app: FastifyInstance) =>
  app.addContentTypeParser(
    logoTypes,
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  )

export const logoIn = ({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): LogoFile => {
  const type = types[headers['content-type']?.split(';')[0] as keyof typeof types]
  if (!type || !Buffer.isBuffer(body)) {
    throw problem(415, 'unsupported_content_type', 'Send image/png or image/svg+xml.')
  }
  return { type, data: body }
}

/** An SVG that is opened directly is a document and must not run scripts or load anything. */
export const sendLogo = (reply: FastifyReply, { type, data }: LogoFile) =>
  reply
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .type(mediaTypes[type])
    .send(Buffer.from(data))
