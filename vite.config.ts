// Builds the service into a few files. Loading a thousand small ones takes Node.js more than half of
// the time to the first answer.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { swappedIn } from './web/swap.ts'

export default defineConfig({
  plugins: [swappedIn(fileURLToPath(new URL('dist/server', import.meta.url)))],
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
        'embedding-thread': 'src/service/embedding-thread.ts',
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
