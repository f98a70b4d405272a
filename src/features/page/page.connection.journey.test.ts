import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import { givenCode, lastAnswer, say, transcript } from '../../../test/harness/browser/visitor.ts'
import { startProxy } from '../../../test/harness/service/proxy.ts'
import { openPage } from '../../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const slowly = { tokens: Array.from({ length: 60 }, (_, index) => `w${index} `), delayMs: 50 }
const whole = slowly.tokens.join('').trim()

/** In the middle of an answer, over a network that can fail. */
const inAnAnswer = async (t: TestContext) => {
  const { code, service, provider } = await givenCode(t, { script: slowly })
  const proxy = await startProxy(t, service.address)
  const page = await openPage(t, browser)
  await page.clock.install()
  await page.goto(`${proxy.address}/s/${code.short_id}`)
  await say(page, 'Tell me')
  await page.getByText('w10').first().waitFor()
  return { page, proxy, provider }
}

const assertWhole = async (page: Page) => {
  assert.equal(await lastAnswer(page), whole)
  assert.deepEqual(await transcript(page), ['Tell me', whole])
}

test('an answer continues after the network has changed without an error', async (t) => {
  const { page, proxy, provider } = await inAnAnswer(t)
  proxy.freeze()
  await page.evaluate("dispatchEvent(new Event('online'))")
  await assertWhole(page)
  assert.equal(provider.requests.length, 1)
})

test('a dead connection without an error is noticed', async (t) => {
  const { page, proxy, provider } = await inAnAnswer(t)
  proxy.freeze()
  await page.clock.runFor(12_000)
  await assertWhole(page)
  assert.equal(provider.requests.length, 1)
})

test('the page reconnects after the service was away for a while', async (t) => {
  const { page, proxy, provider } = await inAnAnswer(t)
  proxy.down()
  await page.getByText('Reconnecting…').waitFor()
  await page.clock.runFor(5000)
  proxy.up()
  await page.clock.runFor(60_000)
  await assertWhole(page)
  assert.equal(await page.locator('#notice').isVisible(), false)
  assert.equal(provider.requests.length, 1)
})

test('text of an answer that a crashed process had not stored is removed', async (t) => {
  const { code } = await givenCode(t, { script: { fault: { after: 'request', by: 'stall' } } })
  const page = await openPage(t, browser)
  await page.goto(code.scan_url)
  const events = (messageId: string) => [
    `id: 1-15\nevent: delta\ndata: {"message_id":"${messageId}","text":"Half an answer."}\n\n`,
    'id: 1-end\nevent: error\n',
    `data: {"message_id":"${messageId}","message":"Interrupted.","retryable":true,"kept_characters":7}\n\n`,
  ]
  const accepted = page.waitForResponse(/messages$/)
  let isTold = false
  await page.route(/events/, async (route) => {
    const { message_id } = await (await accepted).json()
    if (isTold) return await route.abort()
    isTold = true
    return await route.fulfill({
      contentType: 'text/event-stream',
      body: events(message_id).join(''),
    })
  })
  await say(page, 'Hello')
  assert.equal(await lastAnswer(page), 'Half an')
  await page.getByText('Interrupted.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
})
