import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import { givenCode, lastAnswer } from '../../../test/harness/browser/visitor.ts'
import { until } from '../../../test/harness/checks/eventually.ts'
import { openPage } from '../../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const slowPhone = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}

test('a slow phone paints a usable page within 1.5 seconds', async (t) => {
  const { code } = await givenCode(t)
  const page = await openPage(t, browser, { isMobile: true, hasTouch: true })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', slowPhone)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const paint = async () => {
    await page.goto(code.scan_url)
    const painted = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    // A busy machine may load the whole page before it first paints.
    await until(page, painted)
    return Math.round(Number(await page.evaluate(painted)))
  }
  // Several tries on a busy machine: a slow page is slow each time.
  const tries = [await paint()]
  while (tries.length < 5 && Math.min(...tries) >= 1500) tries.push(await paint())
  t.diagnostic(`first paint after ${tries} ms`)
  assert.ok(Math.min(...tries) < 1500, `${tries} ms`)
  const readyAt = await page.evaluate(
    "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd",
  )
  t.diagnostic(`script ran after ${Math.round(Number(readyAt))} ms`)
  assert.equal(await page.evaluate('performance.getEntriesByType("resource").length'), 0)
  await page.fill('#text', 'Hello')
  await page.tap('#send')
  assert.equal(await lastAnswer(page), 'Hello there!')
})
