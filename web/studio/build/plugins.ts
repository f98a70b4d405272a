import { readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { compressFiles } from './compress.ts'

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
  assets?: string[]
}

const folder = fileURLToPath(new URL('../dist/current', import.meta.url))

export const maxInitialBytes = 150_000

/** The first page needs the entry, the first words of one language and the page itself. */
const firstPage = ['src/words/first/en.ts', 'src/codes/list.page.tsx']

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

/** A plain script stays a plain script: it must run before the first paint, unlike a module. */
export const plainScript = (name: string, path: string): Plugin => {
  let reference = ''
  // Without a build it is served from where it lies.
  let fileName = name
  return {
    name: 'plain-script',
    buildStart() {
      if (this.environment.config.command !== 'build') return
      reference = this.emitFile({ type: 'asset', name, source: readFileSync(path, 'utf8') })
    },
    generateBundle() {
      fileName = this.getFileName(reference)
    },
    transformIndexHtml: {
      order: 'post',
      // At the end of the head: after <base>, which its address depends on.
      handler: () => [{ tag: 'script', attrs: { src: `./${fileName}` }, injectTo: 'head' }],
    },
  }
}

/** A service worker keeps its name: at this address browsers look for a new version of it. */
export const serviceWorker = (fileName: string, path: string): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'asset', fileName, source: readFileSync(path, 'utf8') })
  },
})

export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: ({ dir = '' }) => compressFiles(join(dir, 'assets'), 11),
})

/** Prints the size of the initial load at every build. */
export const reportInitialLoad = (): Plugin => ({
  name: 'report-initial-load',
  apply: 'build',
  async closeBundle() {
    const { folder, bytes, files } = await initialLoad()
    if (files.length === 0) return
    const kilobytes = (count: number) => `${(count / 1000).toFixed(1)} KB`
    console.log(
      `initial load, compressed: ${kilobytes(bytes)} of ${kilobytes(maxInitialBytes)} in ${files.length} files of ${folder}`,
    )
  },
})
