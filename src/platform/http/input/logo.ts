import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'

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
