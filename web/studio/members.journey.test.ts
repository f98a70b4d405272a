import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { until } from '../../test/harness/checks/eventually.ts'
import {
  createCode,
  createOrganization,
  membersOf,
  memberWith,
} from '../../test/harness/data/given.ts'
import { plansFile } from '../../test/harness/providers/plans.ts'
import { openMailbox } from '../../test/harness/receivers/mailbox.ts'
import { startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth, openPage } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const told = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor()

/** In the page: what a select shows after a choice, before the browser can draw it. */
const chooseViewer = `(async () => {
  const select = document.querySelector('main select')
  select.value = 'viewer'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  for (let turn = 0; turn < 20; turn++) await null
  return select.value
})()`

test('an owner invites, the invited accepts in another browser and sees what an editor sees', async (t) => {
  const service = await startService(t)
  const mailbox = await openMailbox(t, service)
  const { id, slug } = await createOrganization(service, { name: 'Harbour Hotels' })
  await createCode(service, { name: 'Spa', organization_id: id })
  const base = `${service.config.QPR_BASE_URL}/studio/${slug}`
  const owner = await openStudio(t, browser, service)
  await owner.goto(`${base}/members`)
  await owner.getByText('You are the only owner.').waitFor()
  await owner.getByText('No open invitations.').waitFor()

  await owner.getByRole('button', { name: 'Invite a member' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Invite a member' })
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await dialog.getByText('Please fill this in.').waitFor()
  await dialog.getByLabel('E-mail address').fill('owner@localhost')
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await dialog.getByText('This person is already a member.').waitFor()
  await dialog.getByLabel('E-mail address').fill('ana@example.com')
  await dialog.getByLabel('Role').selectOption('Editor')
  await dialog.getByText('Can create, change and archive codes').waitFor()
  await assertAccessible(owner, 'the invitation')
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await told(owner, 'Invitation for ana@example.com created.')
  const first = await mailbox.linkTo('ana@example.com')
  await owner.getByRole('button', { name: 'Actions for ana@example.com' }).click()
  await owner.getByRole('menuitem', { name: 'Renew' }).click()
  const second = await mailbox.linkTo('ana@example.com', 2)
  assert.notEqual(first, second)

  const ana = await openPage(t, browser, {
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  })
  await ana.goto(service.config.QPR_BASE_URL + second)
  await ana.getByRole('button', { name: 'Accept the invitation' }).click()
  await ana.waitForURL('**/studio/**')
  await ana.goto(`${base}/members`)
  await heading(ana, 'Members').waitFor()
  await ana.getByRole('row').filter({ hasText: 'ana@example.com' }).getByText('You').waitFor()
  assert.equal(await ana.getByRole('button', { name: 'Invite a member' }).count(), 0)
  assert.equal(await ana.getByRole('combobox').count(), 0)
  assert.equal(await ana.getByRole('heading', { name: 'Open invitations' }).count(), 0)
  await assertFitsWidth(ana)
  await ana.goto(`${base}/settings`)
  await ana.getByText('Only owners and admins can change this.').waitFor()
  assert.equal(await ana.getByRole('textbox').count(), 0)
  await assertFitsWidth(ana)

  // Made a viewer while she is there: her pages follow.
  await owner.reload()
  const role = owner.getByLabel('Role of ana@example.com')
  await role.waitFor()
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  await owner.route('**/members*', async (route) => {
    if (route.request().method() === 'GET') await allowed
    await route.continue()
  })
  const isSaved = owner.waitForResponse((response) => response.request().method() === 'PATCH')
  assert.equal(await owner.evaluate(chooseViewer), 'viewer', 'it shows the old role first')
  await isSaved
  assert.equal(await role.inputValue(), 'viewer', 'it shows the old role until it is read again')
  allow()
  await told(owner, 'New role of ana@example.com: Viewer.')
  assert.equal((await memberWith(service, id, 'ana@example.com')).role, 'viewer')
  await owner.getByRole('button', { name: 'Undo' }).click()
  await until(owner, "document.querySelector('main select').value === 'editor'")
  await role.selectOption('Owner')
  await owner.getByRole('button', { name: 'Leave' }).waitFor()
  assert.equal(await owner.getByText('You are the only owner.').count(), 0)

  await ana.goto(`${base}/members`)
  await ana.getByRole('button', { name: 'Remove owner@localhost' }).click()
  await ana.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await told(ana, 'owner@localhost removed.')
  await owner.reload()
  await heading(owner, 'Page not found').waitFor()
})

test('without a mail server the owner copies the link, and the invited person enters with it', async (t) => {
  const service = await startService(t)
  const { id, slug } = await createOrganization(service, { name: 'Harbour Hotels' })
  for (const email of ['ana@example.com', 'ben@example.com']) {
    await service.post(`/v1/organizations/${id}/members`, { email, role: 'editor' })
  }
  const owner = await openStudio(t, browser, service, { viewport: { width: 390, height: 844 } })
  await owner.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await owner.goto(`${service.config.QPR_BASE_URL}/studio/${slug}/members`)
  await owner.getByText('No mail is sent from here yet. Copy the link').waitFor()
  await assertFitsWidth(owner)
  const copyLink = async (email: string) => {
    await owner.getByRole('button', { name: `Copy link for ${email}` }).click()
    await told(owner, `Link copied. It is only for ${email}.`)
    return String(await owner.evaluate('navigator.clipboard.readText()'))
  }
  assert.notEqual(await copyLink('ben@example.com'), await copyLink('ana@example.com'))
  const ana = await openPage(t, browser, { reducedMotion: 'reduce' })
  await ana.goto(await copyLink('ana@example.com'))
  await ana.getByRole('link', { name: 'Sign in' }).waitFor()
  await ana.getByRole('button', { name: 'Accept the invitation' }).click()
  await ana.waitForURL('**/studio/**')
  assert.equal((await memberWith(service, id, 'ana@example.com')).role, 'editor')
})

test('with a mail server: an invitation is revoked and another sent, a member leaves, and a plan has only so many seats', async (t) => {
  const QPR_PLANS_FILE = await plansFile(t, { free: { members: 2 } })
  const settings = { QPR_PLANS_FILE, QPR_SMTP_URL: 'smtp://127.0.0.1:1' }
  const service = await startService(t, { settings })
  const { id, slug } = await createOrganization(service, { name: 'Harbour Hotels' })
  await service.post(`/v1/organizations/${id}/members`, { email: 'ana@example.com' })
  const page = await openStudio(t, browser, service)
  await page.goto(`${service.config.QPR_BASE_URL}/studio/${slug}/members`)
  const invite = async (email: string) => {
    await page.getByRole('button', { name: 'Invite a member' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a member' })
    await dialog.getByLabel('E-mail address').fill(email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    return dialog
  }
  const dialog = await invite('ben@example.com')
  await dialog.getByText('Your plan includes 2 members, including open invitations.').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Actions for ana@example.com' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No open invitations.').waitFor()
  assert.equal(await page.getByText('No mail is sent from here yet').count(), 0)
  await invite('ben@example.com')
  await told(page, 'Invitation sent to ben@example.com.')

  await service.keyOf('viewer', id)
  const viewer = await openStudio(t, browser, service, { email: 'viewer@example.com' })
  await viewer.goto(`${service.config.QPR_BASE_URL}/studio/${slug}/members`)
  await viewer.getByRole('button', { name: 'Leave' }).click()
  await viewer.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await told(viewer, 'You have left Harbour Hotels.')
  await viewer.waitForURL((url) => !url.pathname.includes(slug))
  assert.equal((await membersOf(service, id)).length, 1)
})

test('an organization is founded, renamed, moved to another address and deleted', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const page = await openStudio(t, browser, service)
  await page.goto(`${service.config.QPR_BASE_URL}/studio/organizations/new`)
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByText('Please fill this in.').waitFor()
  await page.getByLabel('Name').fill('Harbour Hotels')
  await page.getByLabel('Address').fill('Studio!')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByText('Use 2 to 63 lower-case letters').waitFor()
  await page.getByLabel('Address').fill('owners-organization')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByText('This address is taken.').waitFor()
  await page.getByLabel('Address').fill('')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.waitForURL('**/studio/harbour-hotels/codes')

  // Until the new organization is loaded, the links still lead to the other one.
  await page.getByRole('button', { name: /Switch organization.*Harbour Hotels/ }).waitFor()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Harbour & Sons')
  await page.getByLabel('Address').fill('harbour')
  await page.getByText('The addresses of these pages change').waitFor()
  await page.getByText('Advanced').click()
  await page.getByRole('button', { name: 'Add entry' }).click()
  await page.getByLabel('Name of entry 1').fill('region')
  await page.getByLabel('Value of entry 1').fill('north')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/studio/harbour/settings')
  await told(page, 'Saved.')
  await page.getByRole('button', { name: /Switch organization.*Harbour & Sons/ }).waitFor()
  const { body } = await service.get<{ metadata: object }>('/v1/organizations/harbour')
  assert.deepEqual(body.metadata, { region: 'north' })
  await page.reload()
  assert.equal(await page.getByLabel('Value of entry 1').inputValue(), 'north')

  await page.getByRole('button', { name: 'Delete organization' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type Harbour & Sons to confirm').fill('Harbour & Sons')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/studio/owners-organization')
  await told(page, 'Harbour & Sons deleted.')
  assert.equal((await service.get('/v1/organizations/harbour')).status, 404)

  await page.goto(studioAddress(service, 'settings'))
  await page.getByText('This is the default organization of your account').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Delete organization' }).count(), 0)
})

test('a session is ended from elsewhere, and all of them at once', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const here = await openStudio(t, browser, service, { viewport: { width: 360, height: 740 } })
  const there = await openStudio(t, browser, service)
  await there.goto(studioAddress(service, 'codes'))
  await heading(there, 'Codes').waitFor()
  await here.goto(`${service.config.QPR_BASE_URL}/studio/account`)
  await here.getByText('This browser').waitFor()
  await assertFitsWidth(here)

  await here.getByRole('button', { name: /^Sign out of/ }).click()
  await told(here, 'Signed out of')
  await there.reload()
  await there.waitForURL('**/signin?next=**')
  assert.equal(await here.getByRole('button', { name: /^Sign out of/ }).count(), 0)

  await here.getByRole('button', { name: 'Sign out everywhere' }).click()
  await here.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await here.waitForURL('**/signin')
  await here.goto(studioAddress(service, 'codes'))
  await here.waitForURL('**/signin?next=**')
})
