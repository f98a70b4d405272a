import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { openStudio, studioAddress } from '../../test/harness/browser/studio-pages.ts'
import { createCode } from '../../test/harness/data/given.ts'
import { usageOf } from '../../test/harness/providers/billing.ts'
import { plansFile } from '../../test/harness/providers/plans.ts'
import { startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const limits = { free: { codes: 1, scans_per_month: 500 }, starter: { codes: 25 } }

const planInForce = (page: Page) => page.getByRole('region', { name: 'Current plan' })

test('a full plan refuses a new code; another plan is chosen by hand, and cancelled again', async (t) => {
  const service = await startService(t, {
    settings: { QPR_PLANS_FILE: await plansFile(t, limits) },
  })
  await createCode(service)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'codes/new'))
  await page.getByLabel('Name', { exact: true }).fill('Harbour Bar')
  await page.getByLabel('Prompt', { exact: true }).fill('You are the barkeeper.')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Your plan includes 1 active code, and you are using it.').waitFor()
  await page.getByText('The Starter plan includes more.').waitFor()

  await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await planInForce(page).getByText('Free').waitFor()
  const inUse = page.locator('section', { has: page.getByRole('heading', { name: 'Usage' }) })
  const use = inUse.getByRole('listitem')
  await use.filter({ hasText: 'Active codes' }).getByText('1 of 1').waitFor()
  await use.filter({ hasText: 'Scans this month' }).getByText('0 of 500').waitFor()
  await use.filter({ hasText: 'Messages this month' }).getByText('Unlimited').waitFor()
  for (const width of [360, 1200, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await assertFitsWidth(page)
    // One line of 20 px text.
    const name = page.getByRole('heading', { level: 3 }).getByText('Professional')
    assert.ok(((await name.boundingBox())?.height ?? 99) < 40, `${width} px`)
  }

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Choose Starter' }).click()
  await dialog.getByRole('button', { name: 'Choose Starter' }).click()
  await page.getByText('Your plan is now Starter.').waitFor()
  await planInForce(page).getByText('Starter').waitFor()
  await use.filter({ hasText: 'Active codes' }).getByText('1 of 25').waitFor()
  assert.equal((await usageOf(service)).codes.maximum, 25)

  await page.getByRole('button', { name: 'Choose Free' }).click()
  await dialog.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByText('Your plan is now Free.').waitFor()
  await planInForce(page).getByText('Free').waitFor()
})
