import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { createSignInLink } from '../../src/features/accounts/sign-ins.ts'
import { launchBrowser } from '../harness/browser/browser.ts'
import { givenCode, lastAnswer, openMenu, say, transcript } from '../harness/browser/visitor.ts'
import { plantScans } from '../harness/data/planted-scans.ts'
import { strangeBrowsers } from './browsers.ts'
import { assertFitsWidth, openPage } from './pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

test('the pages work in a browser with unusual values or missing features', async (t) => {
  const { service, code } = await givenCode(t)
  const linkFor = () =>
    service.runOwnChange((change) => createSignInLink(change, 'owner@localhost'))
  await plantScans(service, [{ code, at: Date.now() - 3_600_000 }])
  for (const [name, script] of Object.entries(strangeBrowsers)) {
    await t.test(`signing in, and the Studio: ${name}`, async (t) => {
      const page = await openPage(t, browser)
      await page.addInitScript(script)
      await page.goto(await linkFor())
      await page.getByRole('button').click()
      // The address of the organization replaces that of the Studio, and a new address closes the menu.
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
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
