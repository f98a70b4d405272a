import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { eventually } from '../../test/harness/checks/eventually.ts'
import { type CodePage, createCode } from '../../test/harness/data/given.ts'
import { plantCodes } from '../../test/harness/data/planted-codes.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Waits until the list shows these, in this order. */
const shows = (page: Page, expected: string[]) =>
  eventually(async () => {
    assert.deepEqual(await page.locator('[role=row] a').allInnerTexts(), expected)
  })

/** Waits until the service has so many. */
const has = (service: Service, expected: { active: number; archived: number }) =>
  eventually(async () => {
    const total = async (status: string) =>
      (await service.get<CodePage>(`/v1/qpr-codes?status=${status}`)).body.total
    const found = { active: await total('active'), archived: await total('archived') }
    assert.deepEqual(found, expected)
  })

test('codes are found, sorted, archived with a way back, and deleted by their name', async (t) => {
  const service = await startService(t)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'codes'))
  await page.getByText('No codes yet').waitFor()
  await page.getByRole('link', { name: 'Create the first code' }).click()
  await page.waitForURL('**/welcome**')

  for (const name of ['Spa', 'Bar', 'Rooms']) await createCode(service, { name })
  await page.goto(studioAddress(service, 'codes'))
  await shows(page, ['Rooms', 'Bar', 'Spa'])

  await page.getByLabel('Sort by').selectOption('Name')
  await shows(page, ['Bar', 'Rooms', 'Spa'])
  await page.getByLabel('Search by name').fill('ro')
  await shows(page, ['Rooms'])
  assert.match(page.url(), /codes\?(?=.*sort=name)(?=.*q=ro)/)
  await page.reload()
  await shows(page, ['Rooms'])
  await page.getByLabel('Search by name').fill('sauna')
  await page.getByText('No active code has “sauna” in its name.').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await shows(page, ['Bar', 'Rooms', 'Spa'])
  assert.equal(await page.getByLabel('Search by name').inputValue(), '')

  await page.getByRole('button', { name: 'Actions for Bar' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
  const image = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download SVG' }).click()
  assert.equal((await image).suggestedFilename(), 'Bar.svg')
  await page.getByRole('button', { name: 'Actions for Bar' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByText('1 code archived.').waitFor()
  await shows(page, ['Rooms', 'Spa'])
  await has(service, { active: 2, archived: 1 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await shows(page, ['Bar', 'Rooms', 'Spa'])
  await has(service, { active: 3, archived: 0 })

  await page.getByRole('button', { name: 'Actions for Spa' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  const remove = dialog.getByRole('button', { name: 'Delete' })
  await dialog.getByLabel('Type Spa to confirm').fill('spa')
  assert.ok(await remove.isDisabled())
  await dialog.getByLabel('Type Spa to confirm').fill('Spa')
  await remove.click()
  await page.getByText('Spa deleted.').waitFor()
  await shows(page, ['Bar', 'Rooms'])
  await has(service, { active: 2, archived: 0 })

  await rowOf(page, 'Bar').getByRole('link').press('Enter')
  await page.waitForURL('**/codes/qpr_*/talk')
})

test('many codes are archived at once, printed on a sheet, and brought back', async (t) => {
  const service = await startService(t)
  await plantCodes(service, 250)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'codes'))
  await rowOf(page, 'Table 250').getByRole('checkbox').check()
  await rowOf(page, 'Table 249').getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText('2 selected').waitFor()
  await assertAccessible(page, 'a selection')
  await bar.getByRole('button', { name: 'Select all 250' }).click()
  await bar.getByText('250 selected').waitFor()

  await bar.getByRole('button', { name: 'Print sheet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print sheet' })
  await dialog.getByText('21 pages').waitFor()
  await dialog.getByText(/Do not print them yet/).waitFor()
  await assertAccessible(page, 'the print sheet')
  await dialog.getByLabel('On each page').selectOption({ label: 'Large (2 × 3)' })
  await dialog.getByText('42 pages').waitFor()
  await dialog.getByLabel('Copies of each').fill('3')
  await dialog.getByLabel('Which codes').selectOption({ label: '167 to 250' })
  await dialog.getByText('42 pages').waitFor()
  const file = page.waitForEvent('download')
  const asked = page.waitForRequest('**/print-sheet')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  // In the order of the numbers: the ids of these codes rise with them.
  const { ids } = (await asked).postDataJSON() as { ids: string[] }
  assert.equal(ids.length, 3 * 84)
  assert.deepEqual(ids, ids.toSorted())
  const sheet = await file
  assert.equal(sheet.suggestedFilename(), 'codes-2.pdf')
  assert.equal(await sheet.failure(), null)
  await dialog.getByRole('button', { name: 'Close' }).first().click()

  await bar.getByRole('button', { name: 'Archive' }).click()
  await page.getByText('250 codes archived.').waitFor()
  await page.getByText('No active codes', { exact: true }).waitFor()
  await has(service, { active: 0, archived: 250 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowOf(page, 'Table 250').waitFor()
  await has(service, { active: 250, archived: 0 })
})

test('a viewer looks and prints, and changes nothing', async (t) => {
  const service = await startService(t)
  await createCode(service, { name: 'Spa' })
  await service.keyOf('viewer')
  const page = await openStudio(t, browser, service, {
    email: 'viewer@example.com',
    viewport: { width: 360, height: 740 },
  })
  await page.goto(studioAddress(service, 'codes'))
  await page.getByRole('link', { name: /Spa/ }).waitFor()
  await assertFitsWidth(page)
  assert.equal(await page.getByRole('link', { name: 'New code' }).count(), 0)
  await page.getByRole('button', { name: 'Actions for Spa' }).click()
  await page.getByRole('menuitem', { name: 'Download PDF' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: /Archive|Delete/ }).count(), 0)
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select Spa' }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Print sheet' }).waitFor()
  assert.equal(await bar.getByRole('button', { name: 'Archive' }).count(), 0)
  await assertFitsWidth(page)
  await page.goto(studioAddress(service, 'codes/import'))
  await page.getByRole('heading', { level: 1, name: 'No access' }).waitFor()
})
