import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createSignInLink } from '../../src/features/accounts/sign-ins.ts'
import { launchBrowser } from '../harness/browser/browser.ts'
import { openStudio } from '../harness/browser/studio-pages.ts'
import { lastAnswer, say, scanWith } from '../harness/browser/visitor.ts'
import { startPrefix } from '../harness/checks/prefix.ts'
import { createCode, createOrganization } from '../harness/data/given.ts'
import { openMailbox } from '../harness/receivers/mailbox.ts'
import { startService } from '../harness/service/service.ts'
import { strangeBrowsers } from './browsers.ts'
import { openPage } from './pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

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
