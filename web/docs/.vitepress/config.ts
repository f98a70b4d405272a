import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { highlight } from '../highlight.ts'
import { accessibleSearchBox } from '../search-box.ts'
import { distFolder, publicFolder, type SiteData, stagingFolder } from '../site.ts'

/** Written by build.ts, which knows the pages. */
const site: SiteData = JSON.parse(readFileSync(`${distFolder}/site.json`, 'utf8'))

/** The service also answers `/docs` with the reference. The scripts of the site need its own address. */
const ownAddress =
  "if(/\\/docs$/.test(location.pathname))history.replaceState(null,'',location.pathname+'/reference/'+location.hash)"

export default defineConfig({
  title: 'QPR',
  description: 'QR codes that talk: guides and API reference',
  lang: 'en',
  base: '/docs/',
  srcDir: `${distFolder}/pages`,
  outDir: stagingFolder,
  cacheDir: `${distFolder}/cache`,
  cleanUrls: true,
  // It would insert a style element while the colours change, which the policy forbids.
  appearance: { disableTransition: false },
  metaChunk: true,
  // Otherwise a first page loads all pages of the sidebar too.
  router: { prefetchLinks: false },
  // Examples use the address of a service on the reader's machine.
  ignoreDeadLinks: 'localhostLinks',
  head: [
    ['link', { rel: 'icon', href: '/docs/icon.svg', type: 'image/svg+xml' }],
    ['script', {}, ownAddress],
  ],
  markdown: { highlight, image: { lazyLoading: true } },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: site.nav,
    sidebar: site.sidebar,
  },
  // The policy forbids style attributes. The theme writes two, which style.css replaces.
  transformHtml: (html) => html.replaceAll(/ style="(?:position:relative;|--vp-vh:0px;)"/g, ''),
  vite: {
    publicDir: publicFolder,
    plugins: [accessibleSearchBox()],
    build: {
      reportCompressedSize: false,
      // In KB. Only a reader who searches loads the index, which is the largest file.
      chunkSizeWarningLimit: 1000,
      // The packages whose code is in the site, for the licences of the release.
      license: { fileName: 'packages.json' },
    },
  },
})
