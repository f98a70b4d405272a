import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { openStudio, studioAddress } from '../../test/harness/browser/studio-pages.ts'
import { createCode } from '../../test/harness/data/given.ts'
import { startService } from '../../test/harness/service/service.ts'
import { maxInitialBytes } from './build/plugins.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

test('a browser receives at most 150 KB of script and style before the list of codes shows itself', async (t) => {
  const service = await startService(t)
  await createCode(service, { name: 'Lobby' })
  const page = await openStudio(t, browser, service)
  const received = new Map<string, number>()
  const requests: Promise<unknown>[] = []
  page.on('requestfinished', (request) => {
    if (!['script', 'stylesheet'].includes(request.resourceType())) return
    const size = request.sizes().then(({ responseBodySize }) => {
      received.set(new URL(request.url()).pathname, responseBodySize)
    })
    requests.push(size)
  })
  await page.goto(studioAddress(service, 'codes'))
  await page.getByRole('link', { name: 'Lobby' }).waitFor()
  await Promise.all(requests)
  const bytes = [...received.values()].reduce((sum, size) => sum + size, 0)
  const list = [...received].map(([path, size]) => `${path} ${size}`).join('\n')
  assert.ok(bytes > 100_000 && bytes <= maxInitialBytes, `${bytes} bytes:\n${list}`)
})
