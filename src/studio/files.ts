import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { etagOf, type StaticFile, typeOf } from '../http/output/static-file.ts'

export interface StudioFiles {
  page: string
  assets: ReadonlyMap<string, StaticFile>
}

/** Reads all built files into memory. They are small, and no request can name a file outside. */
export const readStudio = async (folder: string): Promise<StudioFiles | null> => {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(absent)
  if (page === null) return null
  const names = await readdir(join(folder, 'assets'))
  const read = async (name: string): Promise<Buffer | undefined> =>
    names.includes(name) ? await readFile(join(folder, 'assets', name)) : undefined

  const assets = new Map<string, StaticFile>()
  for (const name of names) {
    const type = typeOf(name)
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
