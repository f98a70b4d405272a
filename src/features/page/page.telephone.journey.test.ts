import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import { lastAnswer, say, scanWith } from '../../../test/harness/browser/visitor.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { startService } from '../../../test/harness/service/service.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

test('a telephone number in an answer is a link, also after a reload', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, {
    prompt:
      'The telephone number of the reception is +49 (0)40 123 456. Breakfast is from 7 to 10.',
  })
  const page = await scanWith(t, browser, code)
  await say(page, 'What is the telephone number of the reception?')
  assert.match(await lastAnswer(page), /\+49 \(0\)40 123 456/)
  const link = page.locator('.answer .text a')
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload()
    assert.equal(await link.getAttribute('href'), 'tel:+4940123456')
    assert.equal(await link.textContent(), '+49 (0)40 123 456')
  }
})
