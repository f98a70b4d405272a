import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import {
  givenCode,
  say,
  scanWith,
  textOf,
  transcript,
} from '../../../test/harness/browser/visitor.ts'
import { assertFitsWidth } from '../../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const plain = { javaScriptEnabled: false }
const hostile = '<img src=x onerror=alert(1)> **bold** [a](javascript:alert(1))'

test('without JavaScript a conversation is held in pages, and no message becomes markup', async (t) => {
  const { code, service, provider } = await givenCode(t, {
    script: { tokens: ['One.', '\n\nTwo.'] },
  })
  const page = await scanWith(t, browser, code, { ...plain, viewport: { width: 390, height: 800 } })
  assert.equal(await textOf(page, 'h1'), 'Harbour Hotel')
  assert.equal(await textOf(page, '.message'), 'Welcome! How can I help?')
  await page.getByRole('button', { name: 'Where is the pool?' }).click()
  assert.deepEqual(await transcript(page), ['Where is the pool?', 'One.\n\nTwo.'])
  provider.answerWith({ tokens: [hostile] })
  await say(page, hostile)
  assert.deepEqual((await transcript(page)).slice(2), [hostile, hostile])
  assert.equal(await page.locator('#log img, #log a, #log strong').count(), 0)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await assertFitsWidth(page)
  }
  const { y = 0 } = (await page.locator('#newest').boundingBox()) ?? {}
  assert.ok(y > 0 && y < 800, 'the newest is in view')

  await page.waitForURL(/\/chat/)
  await page.reload()
  assert.equal((await transcript(page)).length, 4)
  assert.equal(provider.requests.length, 2, 'a reload sends nothing again')
  const { body } = await service.get<{ total: number }>(`/v1/scans?qpr_code_id=${code.id}`)
  assert.equal(body.total, 1, 'a reload is no scan')

  provider.answerWith({ tokens: ['Salut !'] })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('link', { name: 'Français' }).click()
  assert.equal(await textOf(page, '.ai'), 'Assistant IA')
  await say(page, 'Bonjour')
  assert.equal(await page.getAttribute('html', 'lang'), 'fr')
  assert.deepEqual((await transcript(page)).slice(-2), ['Bonjour', 'Salut !'])
})

test('without JavaScript a refused message is shown again with the reason', async (t) => {
  const { code } = await givenCode(t, { settings: { QPR_LIMIT_TOKENS_PER_DAY: '10' } })
  const page = await scanWith(t, browser, code, { ...plain, locale: 'de' })
  await say(page, 'Hallo')
  assert.match(await textOf(page, '#notice'), /Bitte kommen Sie morgen wieder/)
  assert.equal(await page.inputValue('#text'), 'Hallo')
})
