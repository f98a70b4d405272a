import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createSignInLink } from '../../src/features/accounts/sign-ins.ts'
import { launchBrowser } from '../harness/browser/browser.ts'
import { openStudio } from '../harness/browser/studio-pages.ts'
import {
  givenCode,
  lastAnswer,
  openMenu,
  say,
  scanWith,
  transcript,
} from '../harness/browser/visitor.ts'
import { isDeep } from '../harness/checks/depth.ts'
import { startPrefix } from '../harness/checks/prefix.ts'
import { createCode, createOrganization } from '../harness/data/given.ts'
import { plantScans } from '../harness/data/planted-scans.ts'
import { openMailbox } from '../harness/receivers/mailbox.ts'
import { startService } from '../harness/service/service.ts'
import { combinedBrowsers, strangeBrowsers } from './browsers.ts'
import { assertFitsWidth, openPage } from './pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

test('the pages work in a browser with unusual values or missing features', async (t) => {
  const { service, code } = await givenCode(t)
  await plantScans(service, [{ code, at: Date.now() - 3_600_000 }])
  // In the short form each of them occurs together with others.
  for (const [name, script] of Object.entries(isDeep ? strangeBrowsers : combinedBrowsers)) {
    await t.test(`signing in, and the Studio: ${name}`, async (t) => {
      const page = await openPage(t, browser)
      await page.addInitScript(script)
      await page.goto(await linkFor(service))
      await page.getByRole('button').click()
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Codes' }).click()
      await page.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Open' }).click()
      await page.getByRole('heading', { level: 1, name: code.name }).waitFor()
      // The phone in the page has a menu too.
      await page.getByRole('button', { name: 'Menu' }).first().click()
      await page.getByRole('dialog').getByRole('link', { name: 'Insight' }).click()
      await page.getByText('Busiest hours').first().waitFor()
      await page.getByText('Countries').first().waitFor()
      await assertFitsWidth(page)
    })
    await t.test(`the visitor's page: ${name}`, async (t) => {
      const page = await openPage(t, browser)
      await page.addInitScript(script)
      await page.goto(code.scan_url)
      await say(page, 'Hello')
      assert.equal(await lastAnswer(page), 'Hello there!')
      await page.keyboard.type('And again')
      await page.getByRole('button', { name: 'Copy' }).last().click()
      await openMenu(page, 'Start over')
      assert.deepEqual(await transcript(page), [])
    })
  }
})

const linkFor = (service: Awaited<ReturnType<typeof startService>>) =>
  service.runOwnChange((change) => createSignInLink(change, 'owner@localhost'))

test('without storage the chosen language and dark mode last as long as the page', async (t) => {
  const service = await startService(t)
  const page = await openStudio(t, browser, service)
  await page.addInitScript(strangeBrowsers['storage that throws'] ?? '')
  await page.goto(`${service.config.QPR_BASE_URL}/studio/account`)
  await page.getByLabel('Appearance').selectOption('dark')
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark')
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' })
  await page.getByRole('heading', { level: 1, name: 'Konto' }).waitFor()
  assert.equal(await page.getByLabel('Sprache').inputValue(), 'de')
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark')
})

/** No request of the page has a cookie, and the page knows that cookies are off. */
const refuseCookies = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setDocumentCookieDisabled', { disabled: true })
}

test('with cookies off visitors can talk, and users who sign in are told what is missing', async (t) => {
  const proxy = await startPrefix(t, '', { cookies: false })
  const service = await startService(t, { settings: { QPR_BASE_URL: proxy.address } })
  proxy.leadTo(service.address)
  const mailbox = await openMailbox(t, service)
  const { id } = await createOrganization(service)
  await service.post(`/v1/organizations/${id}/members`, { email: 'ana@example.com' })
  const invitation = service.config.QPR_BASE_URL + (await mailbox.linkTo('ana@example.com'))
  const code = await createCode(service)

  await t.test("the visitor's page", async (t) => {
    const page = await scanWith(t, browser, code)
    await refuseCookies(page)
    await say(page, 'Hello')
    assert.ok(await lastAnswer(page))
  })
  const signInLink = await linkFor(service)
  for (const [name, link] of Object.entries({
    'a link': signInLink,
    'an invitation': invitation,
  })) {
    await t.test(`${name} is not used up`, async (t) => {
      const page = await openPage(t, browser)
      for (const _ of ['at first', 'again']) {
        await page.goto(link)
        await page.getByRole('button').click()
        const told = page.getByRole('alert').filter({ hasText: 'Your browser blocks cookies' })
        await told.waitFor()
      }
      const used = await service.post(new URL(link).pathname, undefined, { key: null })
      assert.equal(used.status, 303)
    })
  }
  await t.test('the Studio does not send anybody in circles', async (t) => {
    const page = await openPage(t, browser)
    await refuseCookies(page)
    await page.goto(`${proxy.address}/studio`)
    await page.getByRole('alert').filter({ hasText: 'refuses cookies' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    assert.match(page.url(), /\/studio$/)
  })
})
