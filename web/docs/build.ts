// npm run docs:build: the documentation as a site, in web/docs/dist/site.
//
// The service serves the folder below /docs/, and so can any static host. VitePress is a development
// dependency: an install without those leaves the site out, and the service says so.
import { fileURLToPath } from 'node:url'

const vitepress = await import('vitepress').catch(() => null)
if (vitepress) {
  const { assemble, finish, isFresh } = await import('./assemble.ts')
  if (await isFresh()) console.log('documentation site: unchanged')
  else {
    await assemble()
    await vitepress.build(fileURLToPath(new URL('.', import.meta.url)))
    await finish()
  }
} else {
  console.log('documentation site: not built, because VitePress is not installed')
}
