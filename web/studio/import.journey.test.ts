import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Browser, Download, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import type { CodePage, CodeView } from '../../test/harness/data/given.ts'
import { plansFile } from '../../test/harness/providers/plans.ts'
import { startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const choose = async (page: Page, lines: string[]) => {
  const buffer = Buffer.from(`\ufeff${lines.join('\r\n')}`)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'tables.csv', mimeType: 'text/csv', buffer })
}

const textOf = async (download: Download) => await readFile(await download.path(), 'utf8')

const reportOf = async (page: Page) => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download report' }).click()
  const text = await textOf(await download)
  return text.replace('\ufeff', '').trimEnd().split('\r\n')
}

const tables = (count: number) =>
  Array.from({ length: count }, (_, i) => `Table ${i + 1};You are the host.;x`)

test('a table becomes codes, with what became of each row', async (t) => {
  const service = await startService(t)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'codes/import'))
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a template' }).click()
  assert.match(await textOf(await template), /^\ufeffname,prompt,welcome_message,template/)

  await choose(page, ['PK'])
  await page.getByRole('alert').filter({ hasText: 'at least one more' }).waitFor()
  await choose(page, [
    'Name;Prompt;Vorlage;Contact link;Kontakt;Haus',
    'Tisch 1;"Du bist der Gastgeber.\r\nWir schließen um sechs.";hospitality;tel:+49451;Anrufen;Nord',
    '=Tisch 2;;retail;;;Süd',
    ';Ohne Namen;;;;',
    // Not found here, but refused by the service.
    `Tisch 4;Hallo;;;;${'x'.repeat(17_000)}`,
    'Tisch 5;Hallo;castle;;;',
    'Tisch 6;Hallo;;;;',
  ])
  const region = page.getByRole('region', { name: 'Match the columns' })
  await region.getByLabel('Field of the column Haus').selectOption('Metadata')
  assert.equal(await region.getByLabel('Field of the column Vorlage').inputValue(), 'template')
  await page.getByText('3 rows will be skipped').waitFor()
  await page.getByLabel('Prompt for rows without one').fill('Du hilfst im Garten.')
  await page.getByText('2 rows will be skipped').waitFor()
  await page.getByText('Line 5: Name is missing.').waitFor()
  await region.getByLabel('Field of the column Haus').selectOption('Name')
  await page.getByText('Two columns are “Name”.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Create' }).isDisabled())
  await region.getByLabel('Field of the column Haus').selectOption('Metadata')

  await page.getByRole('button', { name: 'Create 4 codes' }).click()
  await page.getByText('3 codes created from 6 rows').waitFor()
  await assertAccessible(page, 'the report')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Tisch 4').getByText('Refused').waitFor()
  await row('Tisch 4').getByText('Metadata: This is too long.').last().waitFor()
  await row('Tisch 5')
    .getByText(/The template must be/)
    .last()
    .waitFor()

  const report = await reportOf(page)
  const created = report.filter((line) => line.includes(';Created;'))
  assert.equal(report[0], 'line;name;result;reason;short_id;scan_url;qr_svg_url')
  assert.equal(created.length, 3)
  assert.match(created[1] ?? '', /^4;'=Tisch 2;Created;;[0-9a-z]{8};http:\S+\/s\/[0-9a-z]{8};http/)
  const { body } = await service.get<CodePage>('/v1/qpr-codes?sort=oldest')
  assert.deepEqual(
    body.codes.map(({ name }) => name),
    ['Tisch 1', '=Tisch 2', 'Tisch 6'],
  )
  const first = (await service.get<CodeView>(`/v1/qpr-codes/${body.codes[0]?.id}`)).body
  assert.equal(first.prompt, 'Du bist der Gastgeber.\r\nWir schließen um sechs.')
  assert.deepEqual([first.template, first.metadata], ['hospitality', { Haus: 'Nord' }])
  assert.deepEqual(first.contact, { label: 'Anrufen', url: 'tel:+49451' })

  await page.getByRole('link', { name: 'Tisch 6' }).click()
  await page.waitForURL(`**/codes/${body.codes[2]?.id}/talk`)
})

test('a missing column is one sentence, not one for each row', async (t) => {
  const service = await startService(t)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'codes/import'))
  const rows = Array.from({ length: 12 }, (_, index) => `Tisch ${index + 1};Nord`)
  await choose(page, ['Name;Haus', ...rows])
  await page.getByText('12 rows have no prompt. Write one for all of them').waitFor()
  const region = page.getByRole('region', { name: 'Match the columns' })
  await region.getByLabel('Field of the column Name').selectOption('Skip')
  await page.getByText('12 rows have no name and will be skipped.').waitFor()
  assert.equal(await page.getByText('is missing').count(), 0)
})

test('it can be stopped and taken up again, and a plan ends it with what fits', async (t) => {
  const QPR_PLANS_FILE = await plansFile(t, { free: { codes: 230 }, starter: { codes: 1000 } })
  const service = await startService(t, { settings: { QPR_PLANS_FILE } })
  const page = await openStudio(t, browser, service, { viewport: { width: 360, height: 740 } })
  await page.goto(studioAddress(service, 'codes/import'))
  await choose(page, ['Name;Prompt;Price', ...tables(250)])
  await assertFitsWidth(page)

  // The first step is held back until the reader has pressed Stop.
  const gate = Promise.withResolvers<void>()
  await page.route('**/v1/qpr-codes/bulk', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Create 250 codes' }).click()
  await page.getByRole('progressbar', { name: 'Rows processed' }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  gate.resolve()
  await page.getByText('You stopped the import.').waitFor()
  await page.getByText('100 of 250 rows').waitFor()
  assert.equal((await service.get<CodePage>('/v1/qpr-codes')).body.total, 100)
  await assertFitsWidth(page)

  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(/Your plan includes 230 active codes.*The Starter plan/).waitFor()
  await page.getByText('230 codes created from 250 rows').waitFor()
  assert.equal((await service.get<CodePage>('/v1/qpr-codes')).body.total, 230)
  assert.equal((await reportOf(page)).filter((line) => line.includes(';Not sent;')).length, 20)
})

test('an import that is continued after lost responses creates no row twice', async (t) => {
  const service = await startService(t)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'codes/import'))
  await choose(page, ['Name;Prompt;Price', ...tables(3)])
  await page.route('**/v1/qpr-codes/bulk', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Create 3 codes' }).click()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await page.unroute('**/v1/qpr-codes/bulk')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('3 codes created from 3 rows').waitFor()
  assert.equal((await service.get<CodePage>('/v1/qpr-codes')).body.total, 3)
})
