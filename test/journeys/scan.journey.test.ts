import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../harness/browser/browser.ts'
import { createCode } from '../harness/data/given.ts'
import { startService } from '../harness/service/service.ts'
import { assertFitsWidth, onRequest, openPage } from './pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

test('a scan shows the name and the welcome message, in one request, at 320 and 1280 px', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, {
    name: 'Harbour Hotel <script>alert(1)</script>',
    welcome_message: 'Welcome.\nWhat can I do for you?',
    template: 'hospitality',
  })
  for (const width of [320, 1280]) {
    const page = await openPage(t, browser, { viewport: { width, height: 844 } })
    const requested: string[] = []
    onRequest(page, (request) => requested.push(request.url()))
    await page.goto(code.scan_url)
    assert.equal(
      await page.getByRole('heading').textContent(),
      'Harbour Hotel <script>alert(1)</script>',
    )
    assert.match((await page.textContent('main')) ?? '', /Welcome\.\nWhat can I do for you\?/)
    assert.match((await page.textContent('header')) ?? '', /AI assistant/)
    await assertFitsWidth(page)
    assert.deepEqual(requested, [code.scan_url])
  }
})

test('a second visit of the same browser is a second scan of one device', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const page = await openPage(t, browser, { locale: 'ar' })
  await page.goto(code.scan_url)
  assert.equal(await page.getAttribute('html', 'dir'), 'rtl')
  await page.goto(code.scan_url)
  const { body } = await service.get<{ scans_total: number; scans_unique_devices: number }>(
    `/v1/qpr-codes/${code.id}/analytics`,
  )
  assert.deepEqual([body.scans_total, body.scans_unique_devices], [2, 1])
})
