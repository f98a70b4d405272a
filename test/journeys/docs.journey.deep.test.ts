// The documentation below /docs/, as a reader sees it. It needs the built site.
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser/browser.ts'
import { assertAccessible } from '../harness/browser/studio-pages.ts'
import { startService } from '../harness/service/service.ts'
import { assertFitsWidth, onRequest, openPage, type PageOptions } from './pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

/** A folder for pictures, to look at the pages. */
const shots = process.env.QPR_DOCS_SHOTS
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
}

/** A page that fails the test by a warning in the console too. */
const openQuiet = async (t: TestContext, options: PageOptions = {}): Promise<Page> => {
  const page = await openPage(t, browser, options)
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  t.after(() => assert.deepEqual(warnings, []))
  return page
}

/** In the colours of the moment: it fits, and everybody can use it. */
const assertReadable = async (page: Page, place: string) => {
  await assertFitsWidth(page, place)
  await assertAccessible(page, place)
}

test('a reader on a phone finds a page by searching, in light and dark', async (t) => {
  const service = await startService(t)
  const base = service.config.QPR_BASE_URL
  const page = await openQuiet(t, { colorScheme: 'light' })
  const requested: string[] = []
  onRequest(page, (request) => requested.push(request.url()))
  await page.goto(`${base}/docs/`)
  await page.getByRole('heading', { name: 'QPR documentation' }).waitFor()
  await assertReadable(page, 'the front page')
  await shot(page, 'phone-light')

  await page.getByRole('button', { name: 'Search' }).click()
  await page.locator('#localsearch-input').fill('signature')
  await page.locator('#localsearch-list .result').first().waitFor()
  await assertReadable(page, 'the search')
  await shot(page, 'phone-search')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/.*(signature|webhook)/)
  await page.locator('.vp-doc h1').waitFor()

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${base}/docs/webhooks`)
  await page.locator('html.dark').waitFor()
  await assertReadable(page, 'webhooks')
  await shot(page, 'phone-dark')
  assert.deepEqual(
    requested.filter((url) => !url.startsWith(base) && !url.startsWith('data:')),
    [],
  )
})

test('a reader at a desk moves with the keyboard, changes the colours and reads the reference', async (t) => {
  const service = await startService(t)
  const base = service.config.QPR_BASE_URL
  const page = await openQuiet(t, {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
  })
  await page.goto(`${base}/docs/start`)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  assert.equal(await skip.and(page.locator(':focus')).count(), 1)
  await shot(page, 'desk-light')
  await assertAccessible(page, 'start')

  await page.keyboard.press('Control+k')
  await page.locator('#localsearch-input').fill('create a code')
  await page.locator('#localsearch-list .result').first().waitFor()
  await shot(page, 'desk-search')
  await page.keyboard.press('ArrowDown')
  await page.locator('#localsearch-item-1[aria-selected=true]').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#localsearch-input').waitFor({ state: 'detached' })

  await page.getByRole('switch').first().click()
  await page.locator('html.dark').waitFor()
  await page.getByRole('link', { name: 'API reference' }).first().click()
  await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor()
  // The address without a slash, which other pages and older links name.
  await page.goto(`${base}/docs`)
  await page.waitForURL(`${base}/docs/reference/`)
  await page.getByRole('link', { name: 'Create a code: POST /v1/qpr-codes' }).click()
  await page.getByRole('heading', { name: 'Create a code' }).first().waitFor()
  await page.getByText(`${base}/v1/qpr-codes`).first().waitFor()
  await page.goto(`${base}/docs/reference/jobs#listjobs`)
  await page.locator('#listjobs').waitFor()
  await assertReadable(page, 'the reference')
  await shot(page, 'desk-dark')

  await page.goto(`${base}/docs/walks`)
  await page.locator('.vp-doc img').first().waitFor()
  assert.equal(await page.locator('.vp-doc img').count(), 4)
  await page.locator('.vp-doc img').last().scrollIntoViewIfNeeded()
  await page.waitForFunction(
    "[...document.querySelectorAll('.vp-doc img')].every((one) => one.naturalWidth > 0)",
  )
  await assertReadable(page, 'the walks')
  await shot(page, 'walks-dark')

  await page.goto(`${base}/docs/no-such-page`)
  await page.getByText('404').waitFor()
})
