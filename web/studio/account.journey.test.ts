import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { createCode, createOrganization } from '../../test/harness/data/given.ts'
import { linkIn } from '../../test/harness/receivers/mailbox.ts'
import { startSmtp } from '../../test/harness/receivers/smtp.ts'
import { startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth, openPage } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const ana = 'ana@example.com'

const told = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor()

test('a person changes name and address, takes their data with them, and deletes the account', async (t) => {
  const smtp = await startSmtp(t, () => false)
  const service = await startService(t, { settings: { QPR_SMTP_URL: smtp.url } })
  const { slug } = await createOrganization(service, { name: 'Harbour Hotels' })
  const page = await openStudio(t, browser, service, { viewport: { width: 390, height: 844 } })
  await page.goto(`${service.config.QPR_BASE_URL}/studio/account`)
  await page.getByLabel('Your name').fill('Olga')
  await page.getByRole('button', { name: 'Save name' }).click()
  await told(page, 'Name saved.')
  await assertFitsWidth(page)

  await page.getByLabel('E-mail address').fill(ana)
  await page.getByRole('button', { name: 'Change address' }).click()
  await told(page, `We sent a mail to ${ana}.`)
  await page.getByText(`${ana} is not confirmed yet.`).waitFor()
  const mail = await smtp.mailTo(ana)
  await page.goto(service.config.QPR_BASE_URL + linkIn(mail))
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await page.waitForURL('**/studio/account')
  await page.getByRole('main').getByText(ana).waitFor()
  assert.equal(await page.getByLabel('Your name').inputValue(), 'Olga')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ])
  const data = JSON.parse(await readFile(await download.path(), 'utf8'))
  assert.deepEqual([data.user.email, data.user.display_name], [ana, 'Olga'])

  const remove = async () => {
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByLabel(`Type ${ana} to confirm`).fill(ana)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
  }
  await remove()
  const alert = page.getByRole('alert').filter({ hasText: 'You are the only owner' })
  await alert.getByRole('link', { name: 'Harbour Hotels' }).waitFor()
  await assertAccessible(page, 'organizations that need another owner')
  await service.delete(`/v1/organizations/${slug}`)
  await remove()
  await page.waitForURL('**/signin')
  await page.goto(studioAddress(service, 'codes'))
  await page.waitForURL('**/signin?next=**')
})

test('a change of address is stopped in the Studio', async (t) => {
  const smtp = await startSmtp(t, () => false)
  const service = await startService(t, { settings: { QPR_SMTP_URL: smtp.url } })
  await createCode(service)
  const page = await openStudio(t, browser, service)
  await page.goto(`${service.config.QPR_BASE_URL}/studio/account`)
  await page.getByLabel('E-mail address').fill(ana)
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByRole('button', { name: 'Keep the current address' }).click()
  await told(page, 'The address stays as it is.')
  assert.equal(await page.getByLabel('E-mail address').inputValue(), 'owner@localhost')
})

test('a person who came by a copied link confirms the address from the account page', async (t) => {
  const smtp = await startSmtp(t, () => false)
  const service = await startService(t, { settings: { QPR_SMTP_URL: smtp.url } })
  const { id } = await createOrganization(service, { name: 'Harbour Hotels' })
  const { body } = await service.post<{ invitation_id: string }>(
    `/v1/organizations/${id}/members`,
    { email: ana },
  )
  const path = `/v1/organizations/${id}/invitations/${body.invitation_id}/link`
  const { url } = (await service.get<{ url: string }>(path)).body
  const page = await openPage(t, browser, { reducedMotion: 'reduce' })
  await page.goto(url)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.waitForURL('**/studio/**')
  await page.goto(`${service.config.QPR_BASE_URL}/studio/account`)
  await page.getByText(`Confirm that ${ana} is yours.`).waitFor()
  assert.equal(await page.getByLabel('E-mail address').count(), 0)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  const mail = await smtp.mailTo(ana, 2)
  const [link = ''] = /https?:\/\/\S+/.exec(mail.text ?? '') ?? []
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/studio/account')
  await page.getByLabel('E-mail address').waitFor()
  assert.equal(await page.getByText('Confirm that').count(), 0)
})

test('without a mail server the account page says why the address stays', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const page = await openStudio(t, browser, service)
  await page.goto(`${service.config.QPR_BASE_URL}/studio/account`)
  await page.getByText('No mail is sent from here yet, so the address cannot be changed.').waitFor()
  assert.equal(await page.getByLabel('E-mail address').count(), 0)
  await page.goto(studioAddress(service, 'notifications'))
  await page.getByText('No mail is sent from here yet, so you receive none of these.').waitFor()
})
