import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { openStudio, studioAddress } from '../../test/harness/browser/studio-pages.ts'
import { eventually } from '../../test/harness/checks/eventually.ts'
import { createCode, createKey } from '../../test/harness/data/given.ts'
import { startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const rows = (page: Page) => page.locator('main tbody tr')

test('an owner reads, filters and exports the audit log', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service, { name: 'Bar' })
  await createKey(service, { name: 'Website' })
  await service.patch(`/v1/qpr-codes/${id}`, { prompt: 'New.' })
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'settings'))
  await page.getByRole('link', { name: 'Open the audit log' }).click()
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  const first = rows(page).first()
  await first.getByText('Code changed').waitFor()
  await first.getByText('Fields: prompt').waitFor()
  await first.getByText('owner@localhost').waitFor()
  await first.getByText('Key First key').waitFor()
  assert.equal(await rows(page).count(), 3)
  await page.setViewportSize({ width: 360, height: 800 })
  await assertFitsWidth(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByLabel('Action').selectOption({ label: 'API key created' })
  await eventually(async () => assert.equal(await rows(page).count(), 1))
  await rows(page).getByText('Website').waitFor()
  await page.getByLabel('Action').selectOption({ label: 'All actions' })
  await page.getByText('Advanced').click()
  await page.getByLabel('Object id').fill(id)
  await eventually(async () => assert.equal(await rows(page).count(), 2))
  await page.reload()
  await eventually(async () => assert.equal(await rows(page).count(), 2))

  await page.getByRole('button', { name: 'Export' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV (spreadsheet)' }).click()
  const lines = (await readFile(await (await file).path(), 'utf8')).trimEnd().split('\r\n')
  assert.equal(lines.length, 3)
  assert.match(lines[1] ?? '', /createCode/)
})
