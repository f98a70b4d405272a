import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
  assets?: string[]
}

const folder = fileURLToPath(new URL('../dist/current', import.meta.url))

export const maxInitialBytes = 150_000

/** The first page needs the entry, the words of one language and the page itself. */
const firstPage = ['src/words/en.ts', 'src/codes/list.page.tsx']

/** The compressed size of everything that the list of codes needs to render. */
export const initialLoad = async (pages = firstPage) => {
  const manifest: Record<string, Chunk> = JSON.parse(
    await readFile(join(folder, '.vite/manifest.json'), 'utf8'),
  )
  const files = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}.`)
    if (files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const key of ['index.html', ...pages]) add(key)
  const sizes = await Promise.all(
    [...files].map(async (file) => (await stat(join(folder, `${file}.br`))).size),
  )
  const page = (await stat(join(folder, 'index.html'))).size
  return { folder, files: [...files], bytes: sizes.reduce((sum, size) => sum + size, page) }
}
