import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import { injections } from '../../../test/harness/browser/injections.ts'
import { lastAnswer, say, scanWith, textOf } from '../../../test/harness/browser/visitor.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { addFile } from '../../../test/harness/data/knowledge.ts'
import { startService } from '../../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../../test/journeys/pages.ts'
import type { Citation } from '../conversations/citations.ts'

let browser: Browser
let axe: string
before(async () => {
  browser = await launchBrowser()
  axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
})
after(() => browser.close())

const assertAccessible = async (page: Page, state: string) => {
  await page.evaluate(axe)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const violations =
      await page.evaluate(`axe.run({ resultTypes: ['violations'] }).then((result) =>
      result.violations.map(({ id, nodes }) =>
        id + ' ' + nodes.map(({ html, failureSummary }) => html + failureSummary)))`)
    assert.deepEqual(violations, [], `${state}, ${colorScheme}`)
  }
}

const small = { viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' } as const
const fact = 'The pool opens at 8 in the morning.'

test('a mark in an answer opens its passage, also after a reload and without JavaScript', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { name: 'Harbour Hotel' })
  const question = 'When does the pool open?'
  const answer = `${fact} Swim well.\n\n${injections.slice(0, 60).join('\n\n')}`
  const { title } = await addFile(service, 'pool.txt', answer.slice(0, 3000))

  const page = await scanWith(t, browser, code, small)
  await page.evaluate('window.hits = 0; window.hit = () => { window.hits++ }')
  await say(page, question)
  await lastAnswer(page)
  const mark = page.getByRole('button', { name: `Source 1: ${title}` })
  await mark.waitFor()
  assert.match(await textOf(page, '.answer .text'), /^The pool opens at 8 in the morning\..* 1$/)
  await assertAccessible(page, 'answered')
  await mark.click()
  const dialog = page.getByRole('dialog', { name: title })
  assert.equal(await dialog.locator('mark').innerText(), fact)
  assert.match(await dialog.innerText(), /hit\(\)/)
  await assertAccessible(page, 'open')
  await assertFitsWidth(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate('document.activeElement.ariaLabel'), `Source 1: ${title}`)
  assert.equal(await page.evaluate('window.hits'), 0)

  // As a web page or a PDF would be cited.
  await service.database.transaction(async ({ db }) => {
    const row = await db
      .selectFrom('messages')
      .select(['id', 'citations'])
      .where('citations', 'is not', null)
      .executeTakeFirstOrThrow()
    const [citation] = JSON.parse(row.citations ?? '[]') as Citation[]
    const found = { ...citation, url: 'https://pool.example/hours', page: 12 }
    const citations = JSON.stringify([found])
    await db.updateTable('messages').set({ citations }).where('id', '=', row.id).execute()
  })
  await page.reload()
  await mark.click()
  assert.match(await dialog.innerText(), /Page 12/)
  const link = dialog.getByRole('link', { name: 'Open the web page' })
  assert.equal(await link.getAttribute('href'), 'https://pool.example/hours')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { origin } = new URL(page.url())
  const elsewhere = page.requested.filter((one) => !one.includes(` ${origin}/`))
  assert.deepEqual(elsewhere, [])

  const plain = await scanWith(t, browser, code, { ...small, javaScriptEnabled: false })
  await say(plain, question)
  assert.match(await textOf(plain, '.answer .text'), / \[1\]$/)
  await plain.locator('summary').click()
  assert.equal(await plain.locator('details mark').innerText(), fact)
  await assertFitsWidth(plain)
})
