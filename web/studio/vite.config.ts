import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { swappedIn } from '../swap.ts'
import { plainScript, precompress, reportInitialLoad, serviceWorker } from './build/plugins.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

const service = process.env.QPR_BASE_URL ?? 'http://localhost:3000'

export default defineConfig(({ command }) => ({
  root: path('.'),
  // Built, every address is relative to <base>, so that a path prefix changes nothing.
  base: command === 'build' ? './' : '/studio/',
  publicDir: false,
  plugins: [
    react(),
    tailwind(),
    plainScript('theme.js', path('theme.js')),
    plainScript('rescue.js', path('rescue.js')),
    serviceWorker('push.js', path('push.js')),
    precompress(),
    reportInitialLoad(),
    swappedIn(path('dist/current')),
  ],
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    license: { fileName: 'packages.json' },
    modulePreload: { polyfill: false },
    // On a slow machine it warns that compression takes most of the time, as it should.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    proxy: {
      '^/(v1|qr|s|c|signin|signout|docs|account|openapi.json)(/|$|\\?)': {
        target: service,
        // The service takes changes of a session from its own pages alone.
        headers: { origin: new URL(service).origin },
      },
    },
  },
}))
