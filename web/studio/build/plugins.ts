import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { initialLoad, mostInitialBytes } from './load.ts'

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

const brotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Writes a brotli and a gzip form beside each file, so requests never wait for compression. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const assets = join(dir, 'assets')
    const names = (await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name))
    await Promise.all(
      names.map(async (name) => {
        const path = join(assets, name)
        const source = await readFile(path)
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
        await writeFile(`${path}.br`, await brotli(source, { params }))
        await writeFile(`${path}.gz`, await compressGzip(source, { level: 9 }))
      }),
    )
  },
})

/** Prints the size of the initial load at every build. */
export const tellInitialLoad = (): Plugin => ({
  name: 'tell-initial-load',
  apply: 'build',
  async closeBundle() {
    const { folder, bytes, files } = await initialLoad()
    if (files.length === 0) return
    const kilobytes = (count: number) => `${(count / 1000).toFixed(1)} KB`
    console.log(
      `initial load, compressed: ${kilobytes(bytes)} of ${kilobytes(mostInitialBytes)} in ${files.length} files of ${folder}`,
    )
  },
})
