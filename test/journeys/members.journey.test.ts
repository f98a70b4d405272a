import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../harness/browser/browser.ts'
import { createOrganization, membersOf } from '../harness/data/given.ts'
import { openMailbox } from '../harness/receivers/mailbox.ts'
import { startService } from '../harness/service/service.ts'
import { assertFitsWidth, openPage } from './pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

test('an owner invites a person, who accepts in another browser', async (t) => {
  const service = await startService(t)
  const mailbox = await openMailbox(t, service)
  const organization = await createOrganization(service, { name: 'Harbour Hotels' })
  await service.post(`/v1/organizations/${organization.id}/members`, {
    email: 'ana@example.com',
    role: 'editor',
  })
  const link = service.config.QPR_BASE_URL + (await mailbox.linkTo('ana@example.com'))

  const page = await openPage(t, browser)
  await page.goto(link)
  assert.equal(await page.getByRole('heading').textContent(), 'Join Harbour Hotels')
  await assertFitsWidth(page)
  assert.equal((await membersOf(service, organization.id)).length, 1, 'looking accepts nothing')

  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.waitForURL('**/studio**')
  await page.goto(`${service.config.QPR_BASE_URL}/account`)
  assert.match((await page.textContent('main')) ?? '', /ana@example\.com.*Harbour Hotels.*editor/s)
  const emails = (await membersOf(service, organization.id)).map(({ email }) => email)
  assert.deepEqual(emails.sort(), ['ana@example.com', 'owner@localhost'])

  await page.goto(link)
  assert.equal(await page.getByRole('heading').textContent(), 'This link no longer works')
})

test('a user who is signed in with another address is told so, and can sign out', async (t) => {
  const service = await startService(t)
  const mailbox = await openMailbox(t, service)
  const organization = await createOrganization(service)
  const invite = (email: string) =>
    service.post(`/v1/organizations/${organization.id}/members`, { email })
  await invite('ana@example.com')
  await invite('ben@example.com')
  const base = service.config.QPR_BASE_URL

  const page = await openPage(t, browser, { locale: 'de-DE', colorScheme: 'dark' })
  await page.goto(base + (await mailbox.linkTo('ana@example.com')))
  await page.getByRole('button', { name: 'Einladung annehmen' }).click()
  await page.waitForURL('**/studio**')

  await page.goto(base + (await mailbox.linkTo('ben@example.com')))
  assert.match((await page.getByRole('alert').textContent()) ?? '', /ana@example\.com/)
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await page.waitForURL('**/signin')
  assert.equal((await membersOf(service, organization.id)).length, 2)
})

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
