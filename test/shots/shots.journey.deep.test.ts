// The pictures of the documentation show the pages of today.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { launchBrowser } from '../harness/browser/browser.ts'
import { projectFile } from '../harness/service/process.ts'
import { showPages, structureOf } from './pages.ts'

const folder = projectFile('docs/images/studio')

test('each picture shows a page that still has its headings, fields and columns', async (t) => {
  const taken: Record<string, string[]> = JSON.parse(
    await readFile(`${folder}/structure.json`, 'utf8'),
  )
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const shown: string[] = []
  await showPages(
    t,
    browser,
    () => true,
    async ({ name }, page) => {
      shown.push(name)
      assert.ok(existsSync(`${folder}/${name}.png`), `${name}.png is missing`)
      const now = await structureOf(page)
      assert.deepEqual(now, taken[name], `${name}.png is old: npm run studio:shots ${name}`)
    },
  )
  assert.deepEqual(shown.toSorted(), Object.keys(taken).toSorted())
})
