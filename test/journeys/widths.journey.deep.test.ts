// Fonts differ between machines: every page must fit its window with much wider letters. With the
// letters of this machine it fits the narrowest phones too.

import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createSignInLink } from '../../src/features/accounts/sign-ins.ts'
import { launchBrowser } from '../harness/browser/browser.ts'
import {
  assertAccessible,
  assertAccessibleByNight,
  openStudio,
  settled,
} from '../harness/browser/studio-pages.ts'
import { studioPages } from '../harness/browser/studio-walk.pages.ts'
import { goTo, slug } from '../harness/browser/studio-walk.ts'
import { lastAnswer, say } from '../harness/browser/visitor.ts'
import { createCode } from '../harness/data/given.ts'
import { plantOrganization } from '../harness/data/planted-organization.ts'
import { openMailbox } from '../harness/receivers/mailbox.ts'
import { type Service, startService } from '../harness/service/service.ts'
import { assertFitsWidth, openPage } from './pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

/** As wide as the widest common font, independent of the fonts of the machine. */
const wideLetters = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { letter-spacing: 0.1em !important; font-size-adjust: none }')
  document.adoptedStyleSheets = [sheet]
}`

const windows = [
  { width: 360, isWide: true },
  { width: 1280, isWide: true },
  { width: 320, isWide: false },
]

const assertFits = async (page: Page, place: string) => {
  for (const { width, isWide } of windows) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(`document.adoptedStyleSheets[0].disabled = ${!isWide}`)
    // Sizes that the page measures itself are drawn in the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    await assertFitsWidth(page, place)
  }
}

const locales = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'it-IT']

// English: the next test for the widths, `web/studio/roles.journey.deep.test.ts` for axe.
for (const locale of locales.slice(1)) {
  test(`every page of the Studio fits its window with any font, and axe finds nothing: ${locale}`, async (t) => {
    const given = await plantOrganization(t)
    const page = await openStudio(t, browser, given.service, { locale })
    await page.addInitScript(wideLetters)
    for (const place of studioPages(given)) {
      await t.test(place.path.replace(/[a-z]+_\w+/g, ':id'), async () => {
        await page.setViewportSize({ width: 360, height: 800 })
        await page.goto(given.service.config.QPR_BASE_URL + place.path)
        await settled(page)
        await assertFits(page, place.path)
        await assertAccessible(page, place.path)
        await assertAccessibleByNight(page, place.path)
      })
    }
  })
}

test('every page of the Studio fits its window when it is reached without loading', async (t) => {
  const given = await plantOrganization(t)
  const page = await openStudio(t, browser, given.service)
  await page.addInitScript(wideLetters)
  await page.goto(`${given.service.config.QPR_BASE_URL}${slug}/codes`)
  for (const place of studioPages(given)) {
    await page.setViewportSize({ width: 360, height: 800 })
    await goTo(page, place)
    await assertFits(page, place.path)
  }
})

const linkFor = (service: Service) =>
  service.runOwnChange((change) => createSignInLink(change, 'owner@localhost'))

test('the sign-in pages and the reference fit their window with any font', async (t) => {
  const service = await startService(t)
  const mailbox = await openMailbox(t, service)
  const { QPR_BASE_URL: base } = service.config
  await service.post(`/v1/organizations/${await service.defaultOrganizationId()}/members`, {
    email: 'a-person-with-a-very-long-name@a-company-with-a-very-long-name.example.com',
  })
  const invitation = await mailbox.linkTo(
    'a-person-with-a-very-long-name@a-company-with-a-very-long-name.example.com',
  )
  for (const locale of locales) {
    const page = await openPage(t, browser, { locale })
    await page.addInitScript(wideLetters)
    const link = await linkFor(service)
    const paths = [
      '/',
      '/signin',
      '/signin/no-such-link',
      invitation,
      new URL(link).pathname,
      '/docs',
    ]
    for (const path of paths) {
      await page.goto(base + path)
      await assertFits(page, path)
    }
    await page.goto(`${base}/signin`)
    await page.fill('#email', 'owner@localhost')
    await page.getByRole('button').click()
    await page.locator('#email').waitFor({ state: 'detached' })
    await assertFits(page, 'after asking for a link')
    await page.goto(link)
    await page.getByRole('button').click()
    await page.waitForURL('**/studio/**')
    await page.goto(`${base}/account`)
    await assertFits(page, '/account')
  }
})

test("the visitor's page fits its window with any font, in both writing directions", async (t) => {
  const service = await startService(t)
  const code = await createCode(service, {
    name: 'Donaudampfschifffahrtsgesellschaftskapitänskajütenvermietung',
    prompt: 'Breakfast is from 7 to 10. Das Frühstück gibt es von 7 bis 10.',
    suggestions: ['When is breakfast served in the winter garden?', 'Where is the pool?'],
    contact: { label: 'Rezeption anrufen', url: 'tel:+4940123456' },
  })
  for (const locale of ['en-US', 'ar-EG', 'de-DE', 'ja-JP']) {
    const page = await openPage(t, browser, { locale })
    await page.addInitScript(wideLetters)
    await page.goto(code.scan_url)
    await assertFits(page, `the welcome in ${locale}`)
    await say(page, 'When is breakfast?')
    await lastAnswer(page)
    await assertFits(page, `the conversation in ${locale}`)
    await page.locator('header button').last().click()
    await page.locator('dialog[open]').waitFor()
    await assertFits(page, `the menu in ${locale}`)
    await page.goto(`${service.config.QPR_BASE_URL}/s/00000000`)
    await assertFits(page, `an unknown code in ${locale}`)
  }
})
