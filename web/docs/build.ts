// npm run docs:build: the documentation as a site, in web/docs/dist/site.
//
// The service serves the folder below /docs/, and so can any static host. VitePress is a development
// dependency: an install without those gets the pages as Markdown.
import { fileURLToPath } from 'node:url'

import { assemble, finish, isFresh, publishMarkdown, writeStamp } from './assemble.ts'

const vitepress = await import('vitepress').catch(() => null)
if (vitepress) {
  if (isFresh()) console.log('documentation site: unchanged')
  else {
    await assemble()
    await vitepress.build(fileURLToPath(new URL('.', import.meta.url)))
    await finish()
  }
  writeStamp()
} else {
  publishMarkdown()
  console.log('documentation site: only Markdown, because VitePress is not installed')
}
