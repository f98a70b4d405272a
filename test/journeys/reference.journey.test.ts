import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../harness/browser/browser.ts'
import { startService } from '../harness/service/service.ts'
import { assertFitsWidth, onRequest, openPage } from './pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

for (const [device, width] of [
  ['a phone', 390],
  ['a desktop', 1280],
] as const) {
  test(`the reference is readable on ${device} and sends no request to another host`, async (t) => {
    const service = await startService(t)
    const base = service.config.QPR_BASE_URL
    const page = await openPage(t, browser, { viewport: { width, height: 844 } })
    const requested: string[] = []
    onRequest(page, (request) => requested.push(request.url()))
    await page.goto(`${base}/docs`)
    await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor()
    await page.waitForURL(`${base}/docs/reference/`)
    await assertFitsWidth(page)
    await page.getByRole('link', { name: 'Create a code: POST /v1/qpr-codes' }).click()
    await page.getByRole('heading', { name: 'Create a code' }).first().waitFor()
    await page.getByText(`${base}/v1/qpr-codes`).first().waitFor()
    await assertFitsWidth(page)
    const others = requested.filter((url) => !url.startsWith(base) && !url.startsWith('data:'))
    assert.deepEqual(others, [])
  })
}
