import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser.ts'
import { startProxy } from '../../test/harness/proxy.ts'
import { givenCode, lastAnswer, say, transcript } from '../../test/harness/visitor.ts'
import { openPage } from '../../test/journeys/pages.ts'

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

test('an answer goes on where the network has changed without a word', async (t) => {
  const { page, proxy, provider } = await inAnAnswer(t)
  proxy.freeze()
  await page.evaluate("dispatchEvent(new Event('online'))")
  await assertWhole(page)
  assert.equal(provider.requests.length, 1)
})

test('a connection that is dead without a word is noticed', async (t) => {
  const { page, proxy, provider } = await inAnAnswer(t)
  proxy.freeze()
  await page.clock.runFor(12_000)
  await assertWhole(page)
  assert.equal(provider.requests.length, 1)
})

test('a service that is away for a while is waited for', async (t) => {
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
