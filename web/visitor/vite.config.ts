import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { swappedIn } from '../swap.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Vite would wrap `import(…)` in a loader of 600 bytes, so it sees another name. */
const plainImport: Plugin = {
  name: 'plain-import',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replaceAll('importOnUse(', 'import(')
    }
  },
}

/**
 * Four scripts, which the service reads at the start: the page contains the first and loads the
 * second on first use; a panel on a website contains the third too; websites load the fourth.
 */
export default defineConfig({
  root: path('.'),
  publicDir: false,
  plugins: [plainImport, swappedIn(path('dist/current'))],
  build: {
    // The newest syntax that the sources use. The minifier must not write newer syntax.
    target: 'es2020',
    modulePreload: false,
    reportCompressedSize: false,
    license: { fileName: 'packages.json' },
    rolldownOptions: {
      input: {
        visitor: path('main.ts'),
        later: path('later.ts'),
        panel: path('panel.ts'),
        embed: path('embed.ts'),
      },
      // The page imports by name.
      preserveEntrySignatures: 'strict',
      // The Markdown parser asserts its own state in ten places.
      treeshake: { manualPureFunctions: ['console'] },
      output: { entryFileNames: '[name].js' },
    },
  },
})
