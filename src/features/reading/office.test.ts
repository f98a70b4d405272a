// Workbooks and slides, and what is left out of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pptxOf, shapeOf, sheetOf, xlsxOf, zipOf } from '../../../test/harness/data/files.ts'
import { Unreadable } from './blocks.ts'
import { shownNumber } from './cell-values.ts'
import { openFile } from './reader.ts'

const read = async (bytes: Buffer) => (await (await openFile(bytes)).read(0, [])).pieces

const refusalOf = async (bytes: Buffer): Promise<string> => {
  const error = await openFile(bytes).then(
    () => null,
    (found: unknown) => found,
  )
  assert.ok(error instanceof Unreadable, String(error))
  return error.message
}

const damaged = 'The file is damaged. Open it, save it again and upload the copy.'

test('a workbook has its sheets as headings, and each row has the names of its columns', async () => {
  const prices = sheetOf([
    ['Prices of 2026'],
    ['Room', 'Price'],
    ['Garden', 120],
    ['Suites'],
    ['Sea', 240.5],
  ])
  const pieces = await read(
    xlsxOf([
      { name: 'Rooms', xml: prices },
      { name: 'Sheet2', xml: sheetOf([['Sauna', 'in the basement'], []]) },
    ]),
  )
  assert.deepEqual(pieces, [
    {
      headings: ['Rooms'],
      page: null,
      text: 'Prices of 2026\n\nRoom: Garden | Price: 120\n\nSuites\n\nRoom: Sea | Price: 240.5\n\nSauna | in the basement',
    },
  ])
})

test('hidden sheets, rows and columns and errors are not read', async () => {
  const cell = (reference: string, text: string) =>
    `<c r="${reference}" t="str"><f>X()</f><v>${text}</v></c>`
  const xml =
    '<cols><col min="2" max="2" hidden="1"/></cols><sheetData>' +
    `<row r="1">${cell('A1', 'shown')}${cell('B1', 'secret')}</row>` +
    `<row r="2" hidden="1">${cell('A2', 'secret')}</row>` +
    `<row r="9">${cell('A9', 'last')}<c r="C9" t="e"><v>#REF!</v></c><c r="D9" t="b"><v>1</v></c></row>` +
    '</sheetData>'
  const secret = { name: 'a', attributes: 'state="veryHidden"', xml: sheetOf([['secret']]) }
  const pieces = await read(xlsxOf([secret, { name: 'Sheet1', xml }]))
  assert.deepEqual(
    pieces.map(({ text }) => text),
    ['shown\n\nlast | TRUE'],
  )
})

test('shared texts have no readings, merged cells hold in all of their rows, and dates are dates', async () => {
  const strings =
    '<sst><si><t>Fish</t></si><si><r><t>Tr</t></r><r><t>out</t></r><rPh><t>reading</t></rPh></si>' +
    '<si><t>Salmon</t></si><si><t>Kind</t></si><si><t>Dish</t></si><si><t>Since</t></si></sst>'
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>'
  const shared = (reference: string, at: number) => `<c r="${reference}" t="s"><v>${at}</v></c>`
  const xml =
    `<sheetData><row r="1">${shared('A1', 3)}${shared('B1', 4)}${shared('C1', 5)}</row>` +
    `<row r="2">${shared('A2', 0)}${shared('B2', 1)}<c r="C2" s="1"><v>46095</v></c></row>` +
    `<row r="3">${shared('B3', 2)}</row></sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells>`
  const parts = { 'xl/sharedStrings.xml': strings, 'xl/styles.xml': styles }
  const [piece] = await read(xlsxOf([{ name: 'Tabelle1', xml }], parts))
  assert.equal(
    piece?.text,
    'Kind: Fish | Dish: Trout | Since: 2026-03-14\n\nKind: Fish | Dish: Salmon',
  )
})

test('a second table has names of its own, and text after an empty row continues the first', async () => {
  const cells = (number: number, ...texts: string[]) =>
    `<row r="${number}">${texts.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`
  const rows = [
    cells(1, 'Day', 'Open'),
    cells(2, 'Monday', '9 to 5'),
    cells(4, 'Sunday', 'closed'),
    cells(5, 'Holidays', 'closed'),
    cells(7, 'Ticket', 'Price'),
    cells(8, 'Adult', '12 EUR'),
  ]
  const [piece] = await read(
    xlsxOf([{ name: 'Sheet1', xml: `<sheetData>${rows.join('')}</sheetData>` }]),
  )
  assert.deepEqual(piece?.text.split('\n\n'), [
    'Day: Monday | Open: 9 to 5',
    'Day: Sunday | Open: closed',
    'Day: Holidays | Open: closed',
    'Ticket: Adult | Price: 12 EUR',
  ])
})

test('a number is shown as its format says', () => {
  const shown: [value: string, format: string, text: string][] = [
    ['0.30000000000000004', '', '0.3'],
    ['12.5', '0.00', '12.50'],
    ['12.5', '#,##0.00\\ [$€-407]', '12.50 €'],
    ['9', '"$"#,##0.00;[Red]-"$"0', '9.00 $'],
    ['0.15', '0%', '15%'],
    ['46095', 'yyyy-mm-dd', '2026-03-14'],
    ['46095.75', 'd/m/yy h:mm AM/PM', '2026-03-14 18:00'],
    ['0.4375', 'h:mm', '10:30'],
    ['1.5', '[h]:mm', '36:00'],
    ['1', 'yyyy-mm-dd', '1900-01-01'],
    ['-5', 'yyyy-mm-dd', '-5'],
    ['1e300', 'yyyy-mm-dd', '1e+300'],
    ['3', '"days" 0', '3'],
    ['text', '0.00', 'text'],
  ]
  for (const [value, format, text] of shown) {
    assert.equal(shownNumber(value, format, false), text, `${value} as ${format}`)
  }
  assert.equal(shownNumber('44633', 'yyyy-mm-dd', true), '2026-03-14')
})

test('a workbook with more than 1,000 columns, or whose XML is broken, is refused', async () => {
  const far = '<sheetData><row r="1"><c r="ALM1"><v>1</v></c></row></sheetData>'
  assert.match(await refusalOf(xlsxOf([{ name: 'a', xml: far }])), /more than 1000 columns/)
  assert.equal(await refusalOf(xlsxOf([{ name: 'a', xml: '<sheetData>' }])), damaged)
  const entity = '<!DOCTYPE a [<!ENTITY b "secret">]><a>&b;</a>'
  assert.equal(await refusalOf(zipOf({ 'xl/workbook.xml': entity })), damaged)
})

test('merged areas that overlap, and a sheet that is named often, are read once', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => [at])
  const areas = '<mergeCell ref="A1:XFD1048576"/>'.repeat(2000)
  const xml = `${sheetOf(rows)}<mergeCells>${areas}</mergeCells>`
  const workbook = `<workbook xmlns:r="r"><sheets>${'<sheet name="a" r:id="s0"/>'.repeat(5000)}</sheets></workbook>`
  const file = await openFile(xlsxOf([{ name: 'a', xml }], { 'xl/workbook.xml': workbook }))
  assert.equal(file.pages, 1)
})

test('slides have their titles as headings, lists and tables, without what is not shown', async () => {
  const cell = (text: string) =>
    `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
  const table = `<p:graphicFrame><a:tbl><a:tr>${cell('Adult')}${cell('12')}</a:tr></a:tbl></p:graphicFrame>`
  const hidden = shapeOf(['secret']).replace('<p:cNvPr', '<p:cNvPr hidden="1"')
  const copy = `<mc:Fallback xmlns:mc="mc">${shapeOf(['copy'])}</mc:Fallback>`
  const pieces = await read(
    pptxOf(
      [
        `${shapeOf(['Bring a coin', 'Leave bags'])}${shapeOf(['Lockers'], 'title')}${shapeOf(['7'], 'sldNum')}`,
        shapeOf(['secret']),
        `${hidden}${copy}${table}${'<p:sp><a:p><a:r><a:t>One</a:t></a:r><a:br/><a:r><a:t>line</a:t></a:r></a:p></p:sp>'}`,
      ],
      { 1: 'show="0"' },
    ),
  )
  assert.deepEqual(pieces, [
    {
      headings: [],
      page: null,
      text: 'Lockers\n\n- Bring a coin\n- Leave bags\n\nSlide 3\n\nAdult | 12\n\nOne line',
    },
  ])
})
