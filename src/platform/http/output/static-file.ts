// A file of a build, with the compressed forms that the build wrote beside it.
import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, pickEncoding } from './encoding.ts'

export interface StaticFile {
  type: string
  /** By encoding: the file itself, and its compressed forms. */
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer }
  etag: string
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.tgz': 'application/gzip',
  '.whl': 'application/zip',
}

export const typeOf = (name: string): string | undefined => types[extname(name)]

export const etagOf = (body: Buffer | string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** The name of such a file contains a hash of its content, so it never changes. */
export const forever = 'public, max-age=31536000, immutable'

export const sendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  cacheControl: string,
) => {
  const available = Object.keys(file.bodies) as Encoding[]
  const wanted = (['br', 'gzip'] as Encoding[]).filter((one) => available.includes(one))
  const encoding = pickEncoding(request.headers['accept-encoding'], wanted)
  // One ETag for each encoding, because their bytes differ.
  const etag = encoding === 'identity' ? file.etag : file.etag.replace(/"$/, `-${encoding}"`)
  reply.header('Cache-Control', cacheControl).header('ETag', etag)
  reply.header('Vary', 'Accept-Encoding')
  if (isKnown(request, etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.type(file.type).send(file.bodies[encoding] ?? file.bodies.identity)
}

export const isKnown = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === etag || one === '*')
