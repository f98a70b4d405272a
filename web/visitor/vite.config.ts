import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** One script. The service reads it at the start and puts it into the page. */
export default defineConfig({
  root: path('.'),
  publicDir: false,
  build: {
    outDir: path('dist'),
    // The file is replaced, never missing: a service may start during a build.
    emptyOutDir: false,
    // The newest syntax that the sources use. The minifier must not write newer syntax.
    target: 'es2020',
    modulePreload: false,
    reportCompressedSize: false,
    license: { fileName: 'packages.json' },
    rolldownOptions: {
      input: path('main.ts'),
      output: { entryFileNames: 'visitor.js', codeSplitting: false },
    },
  },
})
