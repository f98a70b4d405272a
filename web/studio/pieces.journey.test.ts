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
import { until } from '../../test/harness/checks/eventually.ts'
import { createCode } from '../../test/harness/data/given.ts'
import { startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const startOf = async (file: Download) =>
  (await readFile(await file.path(), 'latin1')).slice(0, 400)
const pieces = (page: Page) => page.getByRole('region', { name: 'Stickers, tents and posters' })

test('a table tent is chosen, seen in true size, and downloaded as PDF and SVG', async (t) => {
  const service = await startService(t)
  const style = { color: '#1f5a37' }
  const code = await createCode(service, { name: 'Harbour Hotel', language: 'de', style })
  const page = await openStudio(t, browser, service, { locale: 'en-GB' })
  await page.goto(studioAddress(service, `codes/${code.id}/print`))
  const section = pieces(page)
  const field = (name: string) => section.getByLabel(name, { exact: true })
  // The pictures of the three kinds, and a large one of the chosen kind.
  await section.getByRole('img', { name: 'Poster for Harbour Hotel' }).waitFor()
  await section.getByText('Poster', { exact: true }).click()
  await section.getByText('210 × 297 mm; the code').waitFor()
  assert.equal(await field('Title').inputValue(), 'Harbour Hotel')
  assert.equal(await field('Call to action').inputValue(), 'Zum Gespräch scannen')

  await section.getByText('Table tent', { exact: true }).click()
  await field('Size of one side').selectOption({ label: 'A7, 105 × 74 mm' })
  await section.getByText('105 × 148 mm; the code').waitFor()
  await field('Call to action').fill('扫码')
  await section.getByText('The call to action will not be printed').waitFor()
  await section.getByRole('button', { name: 'Scan and ask' }).click()
  await section.getByText('will not be printed').waitFor({ state: 'detached' })
  await section.getByRole('button', { name: 'Scannen und fragen' }).click()
  await section.getByRole('button', { name: 'Zum Gespräch scannen' }).waitFor()

  await section.getByRole('switch', { name: 'True size' }).check()
  const image = section.getByRole('img', { name: 'Table tent for Harbour Hotel' }).last()
  const { width = 0 } = (await image.boundingBox()) ?? {}
  // A CSS millimetre is 96/25.4 pixels.
  assert.ok(Math.abs(width - (105 * 96) / 25.4) < 1.5, `${width} pixels`)
  await section.getByText('85.6 mm').waitFor()

  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download as PDF' }).click(),
  ])
  assert.equal(pdf.suggestedFilename(), 'Harbour Hotel Table tent a7.pdf')
  assert.match(await startOf(pdf), /^%PDF-1\.7/)
  // A test page is A4, whoever prints the rest.
  await section.getByRole('radio', { name: 'For a print shop' }).check()
  await field('Size of one side').selectOption({ label: 'A7, 105 × 74 mm' })
  const [testPage] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Print one test page' }).click(),
  ])
  assert.match(await readFile(await testPage.path(), 'latin1'), /MediaBox\[0 0 595\.\d+ 841/)
  await section.getByText('Advanced').click()
  const [svg] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download as SVG' }).click(),
  ])
  assert.match(await startOf(svg), /width="125mm" height="168mm".*Scannen und fragen/)
  await page.setViewportSize({ width: 360, height: 800 })
  await assertFitsWidth(page, 'pieces')
})

test('where Letter is usual, a tent is one Letter page, and A4 can be chosen', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { name: 'Luna' })
  const page = await openStudio(t, browser, service, { locale: 'es-MX' })
  await page.goto(studioAddress(service, `codes/${code.id}/print`))
  const section = page.locator('section', { has: page.getByRole('radio') }).first()
  const pageSize = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('button', { name: /PDF/ }).first().click(),
    ])
    return /MediaBox\[(.*?)\]/.exec(await readFile(await file.path(), 'latin1'))?.[1]
  }
  await section.getByRole('radio', { name: 'Carta' }).waitFor()
  assert.equal(await pageSize(), '0 0 612 792')
  await section.getByRole('radio', { name: 'A4' }).check()
  assert.match((await pageSize()) ?? '', /^0 0 595\.\d+ 841/)
})

test('a print sheet has frames, and says which text they lack', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { name: 'Table 1' })
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, `codes/${code.id}/print`))
  await page.getByRole('button', { name: 'Create print sheet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print sheet' })
  await dialog.getByLabel('Frame with a call to action').check()
  await dialog.getByLabel('Call to action', { exact: true }).fill('こんにちは')
  await dialog.getByText('The call to action will not be printed').waitFor()
  await assertAccessible(page, 'a sheet with frames')
  await dialog.getByLabel('Call to action', { exact: true }).fill('Ask me')
  await dialog.getByText('will not be printed').waitFor({ state: 'detached' })
  await until(page, "document.querySelectorAll('dialog svg [rx]').length === 24")
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  assert.match(await readFile(await sheet.path(), 'latin1'), /Roboto-Bold/)
})
