import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../harness/browser/browser.ts'
import { openMailbox } from '../harness/receivers/mailbox.ts'
import { startService } from '../harness/service/service.ts'
import { openPage } from './pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

test('signing in by mail works with the keyboard alone', async (t) => {
  const service = await startService(t)
  const mailbox = await openMailbox(t, service)
  const page = await openPage(t, browser)
  await page.goto(`${service.config.QPR_BASE_URL}/signin`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('owner@localhost')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No mail is sent' }).waitFor()
  await page.goto(service.config.QPR_BASE_URL + (await mailbox.linkTo('owner@localhost')))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/studio**')

  const { origin } = new URL(page.url())
  const changed = await page.request.post(`${origin}/v1/organizations`, {
    headers: { Origin: origin },
    data: { name: 'From the browser' },
  })
  assert.equal(changed.status(), 201, 'the session may use the API from our own pages')

  await page.goto(`${service.config.QPR_BASE_URL}/account`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/signin')
  await page.goto(`${service.config.QPR_BASE_URL}/account`)
  assert.match(page.url(), /\/signin$/)
})
