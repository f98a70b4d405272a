import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { studioPages } from '../../test/harness/browser/studio-walk.pages.ts'
import { slug } from '../../test/harness/browser/studio-walk.ts'
import { createCode } from '../../test/harness/data/given.ts'
import { plantOrganization } from '../../test/harness/data/planted-organization.ts'
import { startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

/** Messages of the browser about the failures of this test. */
const expects = /planted|object null|properties of null|dynamically imported module/

/** Each page's own component throws for as long as `isBroken` is true in the page. */
const plantThrows = async (page: Page) => {
  await page.addInitScript('window.isBroken = true')
  await page.route(/\.(page|tab)-[^/?]*\.js$/, async (route) => {
    const url = route.request().url()
    const source = await (await route.fetch({ url: `${url}?` })).text()
    const names = [...source.matchAll(/\bas (\w+(?:Page|Tab))\b/g)].map(([, name = '']) => name)
    const real = JSON.stringify(`${url}?real`)
    const throwing = names.map(
      (name) => `export const ${name} = (props) => {
        if (window.isBroken) throw new Error('planted')
        return real.${name}(props)
      }`,
    )
    const body = [`import * as real from ${real}`, `export * from ${real}`, ...throwing].join('\n')
    await route.fulfill({ contentType: 'text/javascript', body })
  })
}

const title = 'This page stopped working'

test('a page that breaks says so, tries again and leads home, and the rail stays', async (t) => {
  const given = await plantOrganization(t)
  const page = await openStudio(t, browser, given.service, { expects })
  await plantThrows(page)
  const base = given.service.config.QPR_BASE_URL
  // Of each kind one, because each kind has one boundary.
  const kinds = [`${slug}/codes`, `${slug}/codes/${given.code}/print`, '/studio/account']
  for (const { path, heading } of studioPages(given).filter((one) => kinds.includes(one.path))) {
    await t.test(path.replace(/[a-z]+_\w+/g, ':id'), async () => {
      await page.goto(base + path)
      // A code that breaks in one of its tabs keeps its name.
      const shown = path.includes(`/codes/${given.code}/`) ? /./ : title
      await page.getByRole('heading', { level: 1, name: shown }).waitFor()
      await page.getByRole('alert').getByText('An error in the Studio stopped this page.').waitFor()
      await page.getByText('For support: Error: planted').waitFor()
      if (path.startsWith(slug)) await page.getByRole('link', { name: 'Insight' }).first().waitFor()
      assert.ok(await page.getByRole('link', { name: 'Go to the start page' }).isVisible())
      await page.evaluate('window.isBroken = false')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      assert.equal(await page.getByText('An error in the Studio stopped this page.').count(), 0)
    })
  }
})

test('what broke a page is asked for again, in German too, and the way home leads home', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const page = await openStudio(t, browser, service, {
    expects,
    locale: 'de-DE',
    viewport: { width: 360, height: 740 },
  })
  const nonsense = '{"codes":[null],"total":1,"limit":50,"offset":0}'
  const broken = '**/v1/qpr-codes?*'
  await page.route(broken, (route) =>
    route.fulfill({ contentType: 'application/json', body: nonsense }),
  )
  await page.goto(studioAddress(service, 'codes'))
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await heading('Diese Seite funktioniert gerade nicht').waitFor()
  await assertFitsWidth(page)
  await assertAccessible(page, 'a broken page')
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await heading('Diese Seite funktioniert gerade nicht').waitFor()
  await page.unroute(broken)
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await heading('Codes').waitFor()

  await page.route('**/v1/webhooks?*', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"webhooks":[null],"total":1}' }),
  )
  await page.goto(studioAddress(service, 'webhooks'))
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await heading('Start').waitFor()
})

test('a shell that breaks leaves a page with a way on', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const page = await openStudio(t, browser, service, { expects })
  const broken = '**/v1/organizations'
  await page.route(broken, (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"organizations":[null],"total":1}' }),
  )
  await page.goto(studioAddress(service, 'codes'))
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.unroute(broken)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Codes' }).waitFor()
  await page.getByRole('link', { name: 'Members' }).waitFor()
})

test('a file of the Studio could not be loaded: the page says so, and trying again loads it', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const page = await openStudio(t, browser, service, { expects })
  for (const [file, sentence] of [
    [/\/en-[^/]*\.js$/, 'The Studio could not be shown'],
    [/\/index-[^/]*\.js$/, 'The Studio could not be loaded'],
    [/\/members\.page-[^/]*\.js$/, title],
  ] as const) {
    await page.route(file, (route) => route.abort())
    await page.goto(studioAddress(service, 'members'))
    await page.getByRole('heading', { level: 1, name: sentence }).waitFor()
    await page.unroute(file)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
  }
})
