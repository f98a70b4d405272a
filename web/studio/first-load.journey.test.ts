import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { openStudio, studioAddress } from '../../test/harness/browser/studio-pages.ts'
import { until } from '../../test/harness/checks/eventually.ts'
import { createCode } from '../../test/harness/data/given.ts'
import { startService } from '../../test/harness/service/service.ts'
import { maxInitialBytes } from './build/plugins.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

/**
 * In the page: what has arrived when the list shows itself. Browsers report a pointer that rests on
 * the page, at a time of their own, which is no use of the page.
 */
const watch = `
  addEventListener('DOMContentLoaded', () => dispatchEvent(new PointerEvent('pointermove')))
  new MutationObserver((_, observer) => {
    if (![...document.links].some(({ textContent }) => textContent.includes('Lobby'))) return
    observer.disconnect()
    window.received = performance.getEntriesByType('resource')
      .filter(({ name, responseEnd }) => /\\.(js|css)$/.test(name) && responseEnd > 0)
      .map(({ name, encodedBodySize }) => [name, encodedBodySize])
  }).observe(document, { childList: true, subtree: true })`

test('a browser receives at most 150 KB of script and style before the list of codes shows itself', async (t) => {
  const service = await startService(t)
  await createCode(service, { name: 'Lobby' })
  const page = await openStudio(t, browser, service)
  await page.addInitScript(watch)
  await page.goto(studioAddress(service, 'codes'))
  await until(page, "'received' in window")
  const received = await page.evaluate<[string, number][]>('received')
  const bytes = received.reduce((sum, [, size]) => sum + size, 0)
  assert.ok(bytes > 100_000 && bytes <= maxInitialBytes, `${bytes} bytes:\n${received.join('\n')}`)

  // What the next press may need arrives when the pointer moves.
  const menu = page.waitForResponse(/\/menu-radix-/)
  await page.mouse.move(400, 300)
  await page.mouse.move(420, 300)
  await menu
})
