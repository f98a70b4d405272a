// Builds the service into a few files. Loading a thousand small ones takes Node.js more than half of
// the time to the first answer.
import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node22',
    reportCompressedSize: false,
    // The packages whose code is in the build, for the release: its licences and its SBOM.
    license: { fileName: 'packages.json' },
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        package: 'src/package.ts',
        thread: 'src/app/thread.ts',
        'search-thread': 'src/app/search-thread.ts',
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
