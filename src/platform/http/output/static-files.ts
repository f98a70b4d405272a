import { createHash } from 'node:crypto'
// The files of a build, with the compressed forms that the build wrote beside them.
import { readdir, readFile, realpath } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

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
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.tgz': 'application/gzip',
  '.whl': 'application/zip',
}

const typeOf = (name: string): string | undefined => types[extname(name)]

/** Whether `If-None-Match` names this version. */
export const isKnown = ({ headers }: FastifyRequest, etag: string): boolean => {
  const header = headers['if-none-match'] ?? ''
  const known = header.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

export const etagOf = (body: Buffer | string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

/** The name of such a file contains a hash of its content, so it never changes. */
export const forever = 'public, max-age=31536000, immutable'

export const sendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  cacheControl: string,
) => {
  const available = (['br', 'gzip'] as const).filter((one) => file.bodies[one])
  const encoding = pickEncoding(request.headers['accept-encoding'], available)
  // One ETag for each encoding, because their bytes differ.
  const etag = encoding === 'identity' ? file.etag : file.etag.replace(/"$/, `-${encoding}"`)
  reply.header('Cache-Control', cacheControl).header('ETag', etag)
  reply.header('Vary', 'Accept-Encoding')
  if (isKnown(request, etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.type(file.type).send(file.bodies[encoding] ?? file.bodies.identity)
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** Listed, and not refused by `q=0`. */
const takes = {
  br: /\bbr\b(?!\s{0,9};\s{0,9}q=0(?:\.0{0,3})?\s{0,9}(?:,|$))/,
  gzip: /\bgzip\b(?!\s{0,9};\s{0,9}q=0(?:\.0{0,3})?\s{0,9}(?:,|$))/,
  any: /\*(?!\s{0,9};\s{0,9}q=0(?:\.0{0,3})?\s{0,9}(?:,|$))/,
}

/** The best encoding that the client accepts and that there is. */
export const pickEncoding = (
  header: string | string[] = '',
  available: readonly ('br' | 'gzip')[] = ['br', 'gzip'],
): Encoding => {
  const accepted = String(header)
  const isTaken = (one: 'br' | 'gzip') => takes[accepted.includes(one) ? one : 'any'].test(accepted)
  return available.find(isTaken) ?? 'identity'
}

// A site as it was built: which files there are, and each one as it is sent. No request can name
// another file.

const brotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Enough for the pages that are read often. The rest is read from the disk again. */
const cacheBytes = 4_000_000

interface Options {
  /** The folder of the build, or a link to it, which the next build changes. */
  folder: string
  /** The file that the build writes last. */
  lastFile: string
  /** Changes the text of a file, such as its addresses; null: it is sent as it was built. */
  changeOf?: (name: string) => ((text: string) => string) | null
}

/** Null until the site is built. */
export const openSite = async ({ folder: link, lastFile, changeOf = () => null }: Options) => {
  const folder = await resolved(link)
  const names = new Set(await filesOf(folder))
  if (!names.has(lastFile)) return null
  const cache = new LRUCache<string, StaticFile>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bodies }) =>
      Object.values(bodies).reduce((sum, body) => sum + body.length, 1),
  })

  const read = async (name: string): Promise<StaticFile | null> => {
    const type = typeOf(name)
    if (type === undefined || !names.has(name)) return null
    const known = cache.get(name)
    if (known) return known
    const identity = await readFile(join(folder, name))
    const change = /^text\/|json$|svg\+xml$/.test(type) ? changeOf(name) : null
    const file = change
      ? await changed(identity, type, change)
      : { type, bodies: await withForms(identity, name), etag: etagOf(identity) }
    cache.set(name, file)
    return file
  }

  const withForms = async (identity: Buffer, name: string): Promise<StaticFile['bodies']> => {
    const form = (ending: string) =>
      names.has(name + ending) ? readFile(join(folder, name + ending)) : undefined
    const [br, gz] = await Promise.all([form('.br'), form('.gz')])
    return { identity, ...(br && { br }), ...(gz && { gzip: gz }) }
  }

  return { read, has: (name: string): boolean => names.has(name) }
}

export type Site = NonNullable<Awaited<ReturnType<typeof openSite>>>

/** The files of one build, also after the next one. */
const resolved = (folder: string): Promise<string> => realpath(folder).catch(() => folder)

const filesOf = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { recursive: true })
    return entries.map((name) => name.replaceAll('\\', '/'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The compressed forms change with the file. */
const changed = async (
  source: Buffer,
  type: string,
  change: (text: string) => string,
): Promise<StaticFile> => {
  const identity = Buffer.from(change(source.toString('utf8')))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const [br, gz] = await Promise.all([brotli(identity, { params }), compressGzip(identity)])
  return { type, bodies: { identity, br, gzip: gz }, etag: etagOf(identity) }
}
