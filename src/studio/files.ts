import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

export interface StudioFile {
  type: string
  /** By encoding: the file itself, and the compressed forms from the build. */
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer }
  etag: string
}

export interface StudioFiles {
  page: string
  assets: ReadonlyMap<string, StudioFile>
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

export const etagOf = (body: Buffer | string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Reads all built files into memory. They are small, and no request can name a file outside. */
export const readStudio = async (folder: string): Promise<StudioFiles | null> => {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(absent)
  if (page === null) return null
  const names = await readdir(join(folder, 'assets'))
  const read = async (name: string): Promise<Buffer | undefined> =>
    names.includes(name) ? await readFile(join(folder, 'assets', name)) : undefined

  const assets = new Map<string, StudioFile>()
  for (const name of names) {
    const type = types[extname(name)]
    const identity = await read(name)
    if (type === undefined || !identity) continue
    const [br, gzip] = [await read(`${name}.br`), await read(`${name}.gz`)]
    const bodies = { identity, ...(br && { br }), ...(gzip && { gzip }) }
    assets.set(name, { type, bodies, etag: etagOf(identity) })
  }
  return { page, assets }
}

const absent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}
