import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { compressFiles } from './compress.ts'
import { initialLoad, maxInitialBytes } from './load.ts'

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
