// The documentation as it was built: which files there are, and each one as it is sent.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { etagOf, type StaticFile, typeOf } from '../http/output/static-file.ts'

const brotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Enough for the pages that are read often. The rest is read from the disk again. */
const cacheBytes = 4_000_000

interface Options {
  folder: string
  /** The path of the public address, such as a proxy's prefix; otherwise empty. */
  basePath: string
}

/** Null until the site is built. */
export const openSite = async ({ folder, basePath }: Options) => {
  const names = new Set(await filesOf(folder))
  if (!names.has('index.html')) return null
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
    const isText = /^text\/|json$|svg\+xml$/.test(type)
    const file =
      basePath !== '' && isText
        ? await moved(identity, type, basePath)
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

  return {
    read,
    /** The file of an address below /docs/: a page, or the file itself. */
    nameOf(path: string): string | null {
      const wanted = path === '' || path.endsWith('/') ? `${path}index` : path
      return [wanted, `${wanted}.html`].find((name) => names.has(name)) ?? null
    },
    /** The inline scripts of a page, which the policy allows by their hashes. */
    scriptsOf: (page: string): string[] =>
      page
        .split('<script')
        .slice(1)
        // A script with an address has other attributes than an id.
        .filter((part) => /^(?: id="[^"]*")?>/.test(part))
        .map((part) => part.slice(part.indexOf('>') + 1).split('</script>', 1)[0] ?? ''),
  }
}

export type Site = NonNullable<Awaited<ReturnType<typeof openSite>>>

const filesOf = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { recursive: true })
    return entries.map((name) => name.replaceAll('\\', '/'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Below a prefix the addresses in the file change, and so do its compressed forms. */
const moved = async (source: Buffer, type: string, basePath: string): Promise<StaticFile> => {
  const text = source.toString('utf8').replaceAll(/(["'`(=])\/docs\//g, `$1${basePath}/docs/`)
  const identity = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const [br, gz] = await Promise.all([brotli(identity, { params }), compressGzip(identity)])
  return { type, bodies: { identity, br, gzip: gz }, etag: etagOf(identity) }
}
