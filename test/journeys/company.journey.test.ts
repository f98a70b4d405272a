import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startCompany } from '../../src/features/accounts/company.fixture.ts'
import { launchBrowser } from '../harness/browser/browser.ts'
import { createOrganization } from '../harness/data/given.ts'
import { assertFitsWidth, openPage } from './pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

test('a user signs in at the provider of the company and comes back to the page they wanted', async (t) => {
  const { service, address } = await startCompany(
    t,
    { ana: { email: 'ana@example.com', email_verified: true } },
    { QPR_OIDC_DOMAINS: 'example.com=acme:editor', QPR_OIDC_NAME: 'Acme' },
  )
  await createOrganization(service, { name: 'Acme', slug: 'acme' })
  const page = await openPage(t, browser)
  await page.goto(`${address}/signin?next=${encodeURIComponent('/studio/account')}`)
  await assertFitsWidth(page)
  assert.ok(await page.getByLabel('E-mail address').isVisible())
  await page.getByRole('link', { name: 'Continue with Acme' }).click()
  await page.getByLabel('Name').fill('ana')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/studio/account**`)
  await page.goto(`${address}/account`)
  assert.match((await page.textContent('main')) ?? '', /ana@example\.com.*Acme.*editor/s)
})
