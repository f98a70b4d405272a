// A site as it was built: which files there are, and each one as it is sent. No request can name
// another file.
import { readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { etagOf, type StaticFile, typeOf } from './static-file.ts'

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
