import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { readBarcodes } from 'zxing-wasm/reader'
import { isWithin, workedMs } from '../../../test/harness/checks/duration.ts'
import { TooSmall, UnscannableStyle } from '../drawing/refusals.ts'
import { pngLogo, scanUrl, svgLogo } from '../images/logos.fixture.ts'
import '../images/scanning.fixture.ts'
import { cellsOf, labelGrids, papers, type SheetLayout } from '#contract/sheet-layouts.ts'
import type { ImageStyle } from '../drawing/style.ts'
import { renderSheet, type SheetItem } from './sheet.ts'

const library = await PDFiumLibrary.init()

const styles: Partial<ImageStyle>[] = [
  {},
  { dots: 'rounded', eyes: 'rounded', color: '#0f6b5c' },
  { dots: 'dots', eyes: 'circle', logo: svgLogo },
  { logo: pngLogo, background: '#fff4e0' },
]
const newItems = (count: number, name = 'Table'): SheetItem[] =>
  Array.from({ length: count }, (_, index) => ({
    text: `https://qpr.example.com/s/${String(index).padStart(8, 'a')}`,
    name: `${name} ${index + 1}`,
    style: styles[index % styles.length] ?? {},
  }))

/**
 * The text of each page, and its size in millimetres. Its codes only on request: to draw and search a
 * page takes half a second of processor time.
 */
const readSheet = async (pdf: Buffer, { withCodes = false } = {}) => {
  const document = await library.loadDocument(pdf)
  const pages = []
  for (const page of document.pages()) {
    const text = page.getText()
    const { originalWidth, originalHeight } = page.getOriginalSize()
    pages.push({
      text: text.replaceAll('\r\n', '\n'),
      sizeMm: [originalWidth, originalHeight].map((points) => (points / 72) * 25.4),
      codes: withCodes ? await codesOf(page) : [],
    })
  }
  document.destroy()
  return pages
}

const codesOf = async (page: PDFiumPage): Promise<string[]> => {
  // 200 dpi: a printer has more.
  const scale = 200 / 72
  const { width, height, data } = await page.render({ scale, render: 'bitmap' })
  const image = { width, height, data: new Uint8ClampedArray(data) }
  const codes = await readBarcodes(image as Parameters<typeof readBarcodes>[0], {
    formats: ['QRCode'],
    maxNumberOfSymbols: 255,
  })
  return codes.map((code) => code.text)
}

const namesOn = async (items: SheetItem[], layout: SheetLayout): Promise<string[]> =>
  (await readSheet(await renderSheet(items, layout))).flatMap(({ text }) => text.split('\n'))

test('every code of a sheet can be read from its page', async (t) => {
  const layouts: SheetLayout[] = [
    { paper: 'a4', grid: '3x7' },
    { paper: 'letter', grid: '2x4', cutMarks: true },
    { paper: 'a4', columns: 4, rows: 5, gapMm: 3, cutMarks: true },
  ]
  for (const layout of layouts) {
    await t.test(JSON.stringify(layout), async () => {
      const perPage = cellsOf(layout).length
      const items = newItems(perPage + 2)
      const pages = await readSheet(await renderSheet(items, layout), { withCodes: true })
      assert.equal(pages.length, 2)
      for (const [index, page] of pages.entries()) {
        const expected = items.slice(index * perPage, (index + 1) * perPage)
        assert.deepEqual(page.codes.sort(), expected.map(({ text }) => text).sort())
        // pdfium returns the names of a row as one line.
        const names = expected.map(({ name }) => name).join(' ')
        assert.equal(page.text.replaceAll('\n', ' '), names)
      }
    })
  }
})

test('a sheet has the size of its paper', async () => {
  for (const paper of ['a4', 'letter'] as const) {
    const [page] = await readSheet(await renderSheet(newItems(1), { paper, grid: '4x6' }))
    const { widthMm, heightMm } = papers[paper]
    assert.deepEqual(
      page?.sizeMm.map((mm) => mm.toFixed(1)),
      [widthMm, heightMm].map((mm) => mm.toFixed(1)),
    )
  }
})

test('every grid of labels fits both papers, without overlap', () => {
  for (const paper of ['a4', 'letter'] as const) {
    for (const [grid, { columns, rows }] of Object.entries(labelGrids)) {
      const cells = cellsOf({ paper, grid: grid as keyof typeof labelGrids })
      assert.equal(cells.length, columns * rows)
      for (const { x, y, width, height } of cells) {
        assert.ok(x >= 0 && x + width <= papers[paper].widthMm)
        assert.ok(y >= 0 && y + height <= papers[paper].heightMm)
      }
    }
  }
})

test('labels of 63.5 × 38.1 mm are at the positions of the manufacturers on A4', () => {
  const [first] = cellsOf({ paper: 'a4', grid: '3x7' })
  assert.deepEqual(
    [first?.x, first?.y, first?.width, first?.height].map((mm) => mm?.toFixed(2)),
    ['7.21', '15.15', '63.50', '38.10'],
  )
})

test('framed codes show the call to action and the name, and can be read', async () => {
  const layouts: SheetLayout[] = [
    { paper: 'a4', grid: '3x7' },
    { paper: 'letter', columns: 3, rows: 4, cutMarks: true },
  ]
  for (const layout of layouts) {
    const items = newItems(5).map((item) => ({ ...item, callToAction: 'Scan to talk' }))
    const [page] = await readSheet(await renderSheet(items, layout), { withCodes: true })
    assert.deepEqual(page?.codes.sort(), items.map(({ text }) => text).sort())
    const printed = page?.text.replaceAll(/\s+/g, ' ') ?? ''
    assert.equal(printed.match(/Scan to talk/g)?.length, 5, printed)
    for (const { name } of items) assert.ok(printed.includes(name), printed)
  }
})

test('a frame leaves out a call to action that the font cannot show', async () => {
  const items = newItems(1).map((item) => ({ ...item, callToAction: '扫码对话' }))
  const [page] = await readSheet(await renderSheet(items, { paper: 'a4', grid: '2x4' }))
  assert.equal(page?.text, 'Table 1')
})

test('cells too small for a frame are refused', async () => {
  const items = newItems(1).map((item) => ({ ...item, callToAction: '' }))
  const layout: SheetLayout = { paper: 'a4', columns: 10, rows: 15 }
  await assert.rejects(renderSheet(items, layout), UnscannableStyle)
})

const oneBelowTheOther: SheetLayout = { paper: 'a4', columns: 1, rows: 8 }

test('names in Latin, Greek, Cyrillic and Vietnamese letters are printed', async () => {
  const names = [
    'Café Zoë & Söhne',
    'Žižkov Łódź Ğ',
    'Ελληνική Ταβέρνα',
    'Ресторан «Москва»',
    'Phở Hà Nội',
    '€ 5 – “so”',
  ]
  const items = names.map((name) => ({ text: scanUrl, name, style: {} }))
  assert.deepEqual(await namesOn(items, oneBelowTheOther), names)
})

test('a name in composed or decomposed letters is printed', async () => {
  const items = [{ text: scanUrl, name: 'Cafe\u0301\n\tZoe\u0308 ', style: {} }]
  assert.deepEqual(await namesOn(items, { paper: 'a4', grid: '3x7' }), ['Café Zoë'])
})

test('the URL replaces a name that the font cannot show', async () => {
  const names = [
    '北京饭店',
    'مرحبا',
    'שלום',
    'ホテル',
    'Hotel 🏨',
    'हिन्दी',
    '\u{10ffff}',
    'a\u200db',
  ]
  const items = names.map((name) => ({ text: scanUrl, name, style: {} }))
  const printed = await namesOn(items, oneBelowTheOther)
  assert.deepEqual(
    printed,
    names.map(() => 'qpr.example.com/s/k3v9x0pz'),
  )
})

test('a long name takes two lines and ends with an ellipsis', async () => {
  const name = 'The quick brown fox jumps over the lazy dog and then over all of the other ones too'
  const items = [{ text: scanUrl, name, style: {} }]
  const [first = '', second = '', ...more] = await namesOn(items, { paper: 'a4', grid: '4x6' })
  assert.deepEqual(more, [])
  assert.match(second, /…$/)
  assert.ok(name.startsWith(`${first} ${second.slice(0, -1)}`), `${first} / ${second}`)
})

test('a word that is too long is broken', async () => {
  const items = [{ text: scanUrl, name: 'Donaudampfschiff'.repeat(12), style: {} }]
  const lines = await namesOn(items, { paper: 'letter', columns: 8, rows: 8 })
  assert.equal(lines.length, 2)
  assert.match(lines[1] ?? '', /…$/)
})

test('cells too small for a code that scans are refused', async () => {
  const layout: SheetLayout = { paper: 'a4', columns: 25, rows: 40 }
  await assert.rejects(renderSheet(newItems(1), layout), TooSmall)
})

test('a style that does not scan is refused', async () => {
  const items = [{ text: scanUrl, name: 'x', style: { color: '#cccccc' } }]
  await assert.rejects(renderSheet(items, { paper: 'a4', grid: '3x7' }), UnscannableStyle)
})

test('a logo is in the file once for any number of codes', async () => {
  const items = newItems(40).map((item) => ({
    ...item,
    // Each code has its own copy, as from a database.
    style: { logo: { ...pngLogo, data: Buffer.from(pngLogo.data) } },
  }))
  const pdf = await renderSheet(items, { paper: 'a4', grid: '3x7' })
  assert.equal(pdf.toString('latin1').match(/DeviceRGB/g)?.length, 1)
})

test('500 codes take less than two seconds, and other work continues between the pages', async () => {
  const items = newItems(500).map((item) => ({ ...item, style: {} }))
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const before = workedMs()
  await renderSheet(items, { paper: 'a4', grid: '3x7' })
  clearImmediate(timer)
  assert.ok(isWithin(workedMs() - before, 2000))
  assert.ok(turns >= Math.ceil(500 / 21), `${turns} turns`)
})

test('the same sheet gives the same bytes', async () => {
  const items = newItems(30)
  const layout: SheetLayout = { paper: 'a4', grid: '3x7', cutMarks: true }
  assert.deepEqual(await renderSheet(items, layout), await renderSheet(items, layout))
})
