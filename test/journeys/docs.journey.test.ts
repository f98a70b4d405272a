// The documentation below /docs/, as a reader sees it. It needs the built site.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../harness/browser/browser.ts'
import { assertAccessible } from '../harness/browser/studio-pages.ts'
import { startService } from '../harness/service/service.ts'
import { assertFitsWidth, openPage } from './pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const shots = process.env.QPR_DOCS_SHOTS

test('a reader on a phone finds a page by searching, in light and dark', async (t) => {
  const service = await startService(t)
  const base = service.config.QPR_BASE_URL
  const page = await openPage(t, browser, { colorScheme: 'light' })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(`${base}/docs/`)
  await page.getByRole('heading', { name: 'QPR documentation' }).waitFor()
  await assertFitsWidth(page, 'the front page')
  await assertAccessible(page, 'the front page')
  if (shots) await page.screenshot({ path: `${shots}/phone-light.png` })

  await page.getByRole('button', { name: 'Search' }).click()
  await page.locator('#localsearch-input').fill('signature')
  await page.locator('#localsearch-list .result').first().waitFor()
  await assertFitsWidth(page, 'the search')
  if (shots) await page.screenshot({ path: `${shots}/phone-search.png` })
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/.*(signature|webhook)/)
  await page.locator('.vp-doc h1').waitFor()

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${base}/docs/webhooks`)
  await page.locator('html.dark').waitFor()
  await assertFitsWidth(page, 'webhooks')
  await assertAccessible(page, 'webhooks')
  if (shots) await page.screenshot({ path: `${shots}/phone-dark.png`, fullPage: false })
  assert.deepEqual(
    requested.filter((url) => !url.startsWith(base) && !url.startsWith('data:')),
    [],
  )
})

test('a reader at a desk moves with the keyboard, changes the colours and reads the reference', async (t) => {
  const service = await startService(t)
  const base = service.config.QPR_BASE_URL
  const page = await openPage(t, browser, {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
  })
  await page.goto(`${base}/docs/start`)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  assert.equal(await skip.and(page.locator(':focus')).count(), 1)
  if (shots) await page.screenshot({ path: `${shots}/desk-light.png` })
  await assertAccessible(page, 'start')

  await page.keyboard.press('Control+k')
  await page.locator('#localsearch-input').fill('create a code')
  await page.locator('#localsearch-list .result').first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#localsearch-input').waitFor({ state: 'detached' })

  await page.getByRole('switch').first().click()
  await page.locator('html.dark').waitFor()
  await page.getByRole('link', { name: 'API reference' }).first().click()
  await page.getByRole('heading', { name: 'API reference' }).waitFor()
  await page.goto(`${base}/docs/reference/codes#createcode`)
  await page.locator('#createcode').waitFor()
  await assertFitsWidth(page, 'the reference')
  await assertAccessible(page, 'the reference')
  if (shots) await page.screenshot({ path: `${shots}/desk-dark.png` })

  await page.goto(`${base}/docs/no-such-page`)
  await page.getByText('404').waitFor()
})
