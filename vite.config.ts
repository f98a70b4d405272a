// Builds the service into a few files. Loading a thousand small ones takes Node.js more than half of
// the time to the first answer.
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { swappedIn } from './web/swap.ts'

/**
 * V8 keeps a file with one character beyond Latin-1 at two bytes for each of its characters. With
 * escapes instead, the service needs 4 MB less.
 */
const oneByteFiles: Plugin = {
  name: 'one-byte-files',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      // Two backslashes would be a character of their own.
      if (/\\[^\0-\xff]/.test(chunk.code)) throw new Error(`${chunk.fileName} escapes a character`)
      chunk.code = chunk.code.replace(/[^\0-\xff]/g, (wide) => `\\u${hexOf(wide)}`)
    }
  },
}

const hexOf = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0')

export default defineConfig({
  plugins: [oneByteFiles, swappedIn(fileURLToPath(new URL('dist/server', import.meta.url)))],
  build: {
    ssr: true,
    target: 'node22',
    reportCompressedSize: false,
    // The packages whose code is in the build, for the release: its licences and its SBOM.
    license: { fileName: 'packages.json' },
    rolldownOptions: {
      // Only a package calls `eval`, to make an error of a type that it names itself.
      checks: { eval: false },
      input: {
        main: 'src/main.ts',
        package: 'src/package.ts',
        thread: 'src/service/thread.ts',
        reader: 'src/service/reader.ts',
        'search-thread': 'src/service/search-thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: {
    noExternal: true,
    // They start threads from files of their own.
    external: ['pino', 'pino-pretty', 'piscina'],
  },
})
