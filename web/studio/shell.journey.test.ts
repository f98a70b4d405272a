import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createSignInLink } from '../../src/features/accounts/sign-ins.ts'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio as openSignedIn,
  settled,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { eventually, until } from '../../test/harness/checks/eventually.ts'
import { startPrefix } from '../../test/harness/checks/prefix.ts'
import { createCode, createOrganization } from '../../test/harness/data/given.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth, openPage } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

/** A page whose content security policy nothing breaks, for the whole test. */
const openStudio = async (t: TestContext, options: BrowserContextOptions = {}) => {
  const page = await openPage(t, browser, {
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  const refused: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text())
  })
  t.after(() => assert.deepEqual(refused, []))
  return page
}

const linkFor = (service: Service) =>
  service.runOwnChange((change) => createSignInLink(change, 'owner@localhost'))

const signIn = async (page: Page, service: Service) => {
  await page.goto(await linkFor(service))
  await page.getByRole('button').click()
  await page.waitForURL(/\/studio\/[^/]+/)
}

/** Opens the list of codes, already signed in. */
const openCodes = async (
  t: TestContext,
  service: Service,
  options: BrowserContextOptions & { email?: string } = {},
) => {
  const page = await openSignedIn(t, browser, service, options)
  await page.goto(studioAddress(service, 'codes'))
  return page
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('signing in opens the Studio: first steps while there is no code, then the home page', async (t) => {
  const service = await startService(t)
  const page = await openStudio(t)
  await signIn(page, service)
  await heading(page, 'Your first code').waitFor()
  await createCode(service)
  await page.goto(`${service.config.QPR_BASE_URL}/studio`)
  await heading(page, 'Home').waitFor()
  assert.match(page.url(), /\/studio\/owners-organization$/)
  assert.equal(await page.title(), 'Home · QPR')
})

test('the rail leads to every part, the focus goes along, Back comes back, and the keyboard can skip it', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const page = await openCodes(t, service)
  await heading(page, 'Codes').waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await page.locator(':focus').textContent(), 'Skip to content')
  await page.keyboard.press('Enter')
  assert.equal(await page.locator(':focus').getAttribute('id'), 'content')
  assert.match(page.url(), /\/codes$/)

  const rail = page.getByRole('navigation', { name: 'Studio' })
  await rail.getByText('Developers').click()
  for (const name of [
    'Home',
    'Insight',
    'Conversations',
    'Brand',
    'Members',
    'Keys',
    'Webhooks',
    'Settings',
  ]) {
    await rail.getByRole('link', { name }).click()
    await heading(page, name).waitFor()
    await until(page, "document.activeElement?.tagName === 'H1'")
    assert.equal(await rail.locator('[aria-current=page]').textContent(), name)
  }
  // No plan of this service has a limit or a price.
  assert.equal(await rail.getByRole('link', { name: 'Plan' }).count(), 0)
  await page.goBack()
  await heading(page, 'Webhooks').waitFor()
  // The address of the brand before it had a place of its own.
  await page.goto(studioAddress(service, 'settings/brand'))
  await heading(page, 'Brand').waitFor()
  assert.match(page.url(), /\/studio\/owners-organization\/brand$/)
})

test('what a viewer may not read is not in the rail', async (t) => {
  const service = await startService(t)
  await createCode(service)
  await service.keyOf('viewer')
  const page = await openCodes(t, service, { email: 'viewer@example.com' })
  const rail = page.getByRole('navigation', { name: 'Studio' })
  await rail.getByRole('link', { name: 'Codes' }).waitFor()
  await rail.getByText('Developers').click()
  assert.deepEqual(await rail.getByRole('link').allTextContents(), [
    'Home',
    'Codes',
    'Insight',
    'Conversations',
    'Questions',
    'Knowledge',
    'Brand',
    'Members',
    'Keys',
    'Settings',
  ])
})

test('a page that arrives late leaves the focus in a menu that was opened before', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const page = await openSignedIn(t, browser, service)
  await page.goto(`${service.config.QPR_BASE_URL}/studio`)
  await until(page, "document.activeElement?.matches('h1')")
  // The code of menus is loaded before.
  await page.getByRole('button', { name: /Switch organization/ }).click()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  const arrived = Promise.withResolvers<void>()
  await page.route('**/assets/*', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.getByText('Developers').click()
  await page.getByRole('link', { name: 'Keys' }).click()
  await page.getByRole('button', { name: /Switch organization/ }).press('Enter')
  const menu = page.getByRole('menu')
  await menu.waitFor()
  arrived.resolve()
  await page.getByRole('heading', { name: 'Keys', includeHidden: true }).waitFor()
  assert.ok(await page.evaluate("document.activeElement.closest('[role=menu]') !== null"))
})

test('another organization is two presses away, by keyboard too, and is remembered', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const { id } = await createOrganization(service, { name: 'Harbour Hotels' })
  await createCode(service, { organization_id: id })
  const page = await openSignedIn(t, browser, service)
  await page.goto(`${service.config.QPR_BASE_URL}/studio`)
  const switcher = page.getByRole('button', { name: /Switch organization/ })
  // A new page takes the focus, unless a key was pressed before.
  await until(page, "document.activeElement?.matches('h1')")
  await switcher.focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Harbour Hotels' })
  await item.waitFor()
  await assertAccessible(page, 'open menu')
  // A key that comes before the menu has taken the focus goes elsewhere.
  await eventually(async () => {
    await page.keyboard.press('ArrowDown')
    assert.equal(await item.and(page.locator(':focus')).count(), 1)
  })
  await page.keyboard.press('Enter')
  await page.waitForURL('**/studio/harbour-hotels/codes')
  await page.getByRole('button', { name: /Harbour Hotels/ }).waitFor()

  // Two names that begin alike: the end of each is in view, in the rail and in the menu.
  const alike = 'Harbour Hotels and Resorts of the North Sea Coast, '
  for (const end of ['Sylt', 'Föhr']) await createOrganization(service, { name: `${alike}${end}` })
  await page.goto(`${service.config.QPR_BASE_URL}/studio`)
  await page.waitForURL('**/studio/harbour-hotels')
  await switcher.click()
  await page.getByRole('menuitem', { name: `${alike}Sylt` }).waitFor()
  await page.getByRole('menuitem', { name: `${alike}Föhr` }).click()
  const tail = switcher.getByText(/Föhr$/).last()
  await tail.waitFor()
  const [rail, end] = [await switcher.boundingBox(), await tail.boundingBox()]
  assert.ok(rail && end && end.x + end.width <= rail.x + rail.width, 'the end is cut off')
})

test('a deep link survives signing in, and signing out ends it', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service, { name: 'Harbour Hotel' })
  const page = await openStudio(t)
  const deep = `/studio/owners-organization/codes/${id}/print`
  await page.goto(service.config.QPR_BASE_URL + deep)
  await page.waitForURL('**/signin?next=*')
  const { searchParams } = new URL(page.url())
  assert.equal(searchParams.get('next'), deep)
  await page.goto(`${await linkFor(service)}?next=${encodeURIComponent(deep)}`)
  await page.getByRole('button').click()
  await heading(page, 'Harbour Hotel').waitFor()
  assert.equal(new URL(page.url()).pathname, deep)
  assert.equal(await page.locator('nav [aria-current=page]').last().textContent(), 'Print')

  await page.getByRole('button', { name: /Account|owner@localhost/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/signin')
  await page.goto(service.config.QPR_BASE_URL + deep)
  await page.waitForURL('**/signin?next=*')
})

test('an address that leads nowhere says so, and shows the way on', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const page = await openSignedIn(t, browser, service)
  const slug = 'owners-organization'
  for (const path of ['no-such-organization/codes', `${slug}/nothing`, `${slug}/codes/qpr_0`]) {
    await page.goto(`${service.config.QPR_BASE_URL}/studio/${path}`)
    await heading(page, 'Page not found').waitFor()
    await page.getByRole('link', { name: 'Members' }).waitFor()
  }
  await assertAccessible(page, 'not found')
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await heading(page, 'Home').waitFor()
})

test('German by the browser, another language and the dark by choice, both remembered', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const page = await openStudio(t, { locale: 'de-AT' })
  await signIn(page, service)
  await page.getByRole('link', { name: 'Mitglieder' }).waitFor()
  assert.equal(await page.getAttribute('html', 'lang'), 'de')
  await page.goto(`${service.config.QPR_BASE_URL}/studio/account`)
  await page.getByLabel('Sprache').selectOption({ label: 'English' })
  await heading(page, 'Account').waitFor()
  await page.getByLabel('Appearance').selectOption('dark')
  await page.reload()
  await heading(page, 'Account').waitFor()
  assert.equal(await page.getAttribute('html', 'lang'), 'en')
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark')
})

test('on a phone the pages fit, and the menu leads to a page and closes', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  const viewport = { width: 360, height: 800 }
  const page = await openSignedIn(t, browser, service, { viewport })
  const base = `${service.config.QPR_BASE_URL}/studio`
  for (const path of [`owners-organization/codes/${id}/talk`, 'account']) {
    await page.goto(`${base}/${path}`)
    await settled(page)
    await assertFitsWidth(page)
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Members' }).waitFor()
  await assertAccessible(page, 'menu')
  await page.getByRole('link', { name: 'Members' }).click()
  await heading(page, 'Members').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0, 'the menu closes')
})

test('behind a proxy with a path prefix everything has its place', async (t) => {
  const proxy = await startPrefix(t, '/qpr')
  const service = await startService(t, { settings: { QPR_BASE_URL: proxy.address } })
  proxy.leadTo(service.address)
  const { id } = await createCode(service)
  const page = await openStudio(t)
  const outside: string[] = []
  page.on('response', (response) => {
    if (response.status() === 418) outside.push(response.url())
  })
  const deep = `${proxy.address}/studio/owners-organization/codes/${id}/talk`
  await page.goto(deep)
  await page.waitForURL(`${proxy.address}/signin?next=*`)
  const { search } = new URL(page.url())
  await page.goto((await linkFor(service)) + search)
  await page.getByRole('button').click()
  await page.waitForURL(deep)
  await page.getByRole('link', { name: 'Settings' }).click()
  await heading(page, 'Settings').waitFor()
  assert.equal(page.url(), `${proxy.address}/studio/owners-organization/settings`)
  await page.reload()
  await heading(page, 'Settings').waitFor()
  await page.getByRole('button', { name: /Account|owner@localhost/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${proxy.address}/signin`)
  assert.deepEqual(outside, [])
})
