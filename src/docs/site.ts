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
  /** The public address of the service, and its path; empty without one. */
  baseUrl: string
  basePath: string
}

/** The address in the examples of the reference as they were built. */
const exampleAddress = 'http://localhost:3000'

/** The page, its script and its Markdown. Guides keep their address: a proxy forwards to it. */
const isReference = (name: string): boolean => /^(assets\/)?reference[/_]/.test(name)

/** Null until the site is built. */
export const openSite = async ({ folder, baseUrl, basePath }: Options) => {
  const names = new Set(await filesOf(folder))
  if (!names.has('llms.txt')) return null
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
    const isMoved = basePath !== '' || (isReference(name) && baseUrl !== exampleAddress)
    const file =
      isMoved && isText
        ? await moved(identity, type, (text) =>
            withPath(isReference(name) ? text.replaceAll(exampleAddress, baseUrl) : text),
          )
        : { type, bodies: await withForms(identity, name), etag: etagOf(identity) }
    cache.set(name, file)
    return file
  }

  const withPath = (text: string): string =>
    text.replaceAll(/(["'`(=])\/docs\//g, `$1${basePath}/docs/`)

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
      // Without VitePress the build contains only the Markdown.
      return [wanted, `${wanted}.html`, `${wanted}.md`].find((name) => names.has(name)) ?? null
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

/** When the addresses in the file change, its compressed forms change too. */
const moved = async (
  source: Buffer,
  type: string,
  change: (text: string) => string,
): Promise<StaticFile> => {
  const identity = Buffer.from(change(source.toString('utf8')))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const [br, gz] = await Promise.all([brotli(identity, { params }), compressGzip(identity)])
  return { type, bodies: { identity, br, gzip: gz }, etag: etagOf(identity) }
}
