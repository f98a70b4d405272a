import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxBulkBytes, maxItems } from '#contract/limits.ts'
import { maxBodyBytes, maxCodes, partsOf } from '../../sdk/typescript/src/parts.ts'
import { doubled, guessFields, metadataKey, templateRows } from './src/codes/import/columns.ts'
import { csvText, isWorkbook, parseCsv, textOf } from './src/codes/import/csv.ts'
import { rowOf } from './src/codes/import/rows.ts'

const cellsOf = (text: string) => parseCsv(text).rows.map(({ cells }) => cells)
const bytes = (text: string) => new TextEncoder().encode(text)

test('commas, semicolons and tabs are told apart by the first line', () => {
  assert.deepEqual(cellsOf('a,b;c,d\n1,2'), [
    ['a', 'b;c', 'd'],
    ['1', '2'],
  ])
  assert.equal(parseCsv('a;b;c,d\n').delimiter, ';')
  assert.equal(parseCsv('a\tb\n').delimiter, '\t')
  assert.equal(parseCsv('"a;b;c",d\n').delimiter, ',')
  assert.equal(parseCsv('name\nx').delimiter, ',')
  assert.deepEqual(parseCsv('sep=;\r\na,b;c\r\n'), {
    delimiter: ';',
    rows: [{ line: 2, cells: ['a,b', 'c'] }],
  })
})

test('quotes hold commas, quotes and line breaks', () => {
  assert.deepEqual(cellsOf('"a,b","say ""hi""","two\nlines",\n'), [
    ['a,b', 'say "hi"', 'two\nlines', ''],
  ])
  assert.deepEqual(cellsOf('5" pipe,x\n'), [['5" pipe', 'x']])
  assert.deepEqual(cellsOf('a, "b, c"\n'), [['a', 'b, c']])
  assert.deepEqual(cellsOf('"never closed,x'), [['never closed,x']])
})

test('rows know the line they begin at, whatever ends a line; empty ones are left out', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = ['name,prompt', `a,"x${end}y"`, '', ' , ', 'b,z'].join(end)
    const lines = parseCsv(text).rows.map(({ line, cells }) => [line, cells[0]])
    const expected =
      end === '\r'
        ? [
            [1, 'name'],
            [2, 'a'],
            [5, 'b'],
          ]
        : [
            [1, 'name'],
            [2, 'a'],
            [6, 'b'],
          ]
    assert.deepEqual(lines, expected, JSON.stringify(end))
  }
})

test('files are read in the encodings that spreadsheets choose', () => {
  assert.equal(textOf(bytes('\ufeffCafé')), 'Café')
  assert.equal(textOf(Uint8Array.from([0x43, 0x61, 0x66, 0xe9, 0x80])), 'Café€')
  const utf16 = Uint8Array.from([0xff, 0xfe, 0x43, 0, 0xe9, 0])
  assert.equal(textOf(utf16), 'Cé')
  assert.ok(isWorkbook(Uint8Array.from([0x50, 0x4b, 3, 4, 0])))
  assert.ok(!isWorkbook(bytes('PK,name')))
})

test('a text that begins like a formula is escaped, and a written file is read again', () => {
  const text = csvText([['=1+1', '+49', '-x', '@y', 'a;b', 'say "hi"', 'plain']], ';')
  assert.equal(text, `'=1+1;'+49;'-x;'@y;"a;b";"say ""hi""";plain\r\n`)
  assert.deepEqual(cellsOf(csvText(templateRows(), ',')), templateRows())
})

test('columns are known by their header, in English and German, each field once', () => {
  const headers = [
    'NAME',
    'Prompt',
    'Begrüßung',
    'Frage 1',
    'question_2',
    'Metadata.Tisch',
    'name',
    'Preis',
  ]
  assert.deepEqual(guessFields(headers), [
    'name',
    'prompt',
    'welcome_message',
    'suggestion',
    'suggestion',
    'metadata',
    'ignore',
    'ignore',
  ])
  assert.ok(!guessFields(templateRows()[0] ?? []).includes('ignore'))
  const expected = ['name', 'prompt', 'welcome_message', 'template', 'language', 'suggestion']
  for (const row of [
    'Bezeichnung,Anweisungen,Begrüßung,Vorlage,Sprache,Frage 1,Kontaktname,Kontakt-Adresse',
    'Título,Instrucciones,Mensaje de bienvenida,Plantilla,Idioma,Pregunta 1,Contacto,URL de contacto',
    'Nom,Consigne,Message de bienvenue,Modèle,Langue,Question 1,Nom du contact,Lien de contact',
  ]) {
    assert.deepEqual(
      guessFields(row.split(',')),
      [...expected, 'contact_label', 'contact_url'],
      row,
    )
  }
  assert.equal(doubled(['name', 'prompt', 'name']), 'name')
  assert.equal(doubled(['suggestion', 'suggestion', 'ignore', 'ignore']), undefined)
  assert.equal(metadataKey('metadata.Tisch'), 'Tisch')
})

test('a row becomes a code, with the prompt for all where it has none', () => {
  const [headers = [], cells = []] = templateRows()
  const fields = guessFields(headers)
  const { input, problem } = rowOf({ line: 2, cells }, { headers, fields, prompt: '' })
  assert.equal(problem, null)
  assert.deepEqual(input, {
    name: 'Table 1',
    prompt: 'You are the host of Café Marzipan. We are open from 8:00 to 18:00.',
    welcome_message: 'Welcome to Café Marzipan. What would you like to know?',
    template: 'hospitality',
    language: 'en',
    suggestions: ['What is vegan?', 'When do you close?'],
    tags: ['terrace', 'season 2026'],
    contact: { label: 'Call us', url: 'tel:+49451123456' },
    metadata: { table: '1' },
  })
  const bare = rowOf(
    { line: 2, cells: ['Table 2'] },
    { headers: ['name'], fields: ['name'], prompt: ' For all. ' },
  )
  assert.deepEqual(bare.input, { name: 'Table 2', prompt: 'For all.' })
})

test('what the service would refuse is found before', () => {
  const check = (fields: Parameters<typeof doubled>[0], cells: string[]) =>
    rowOf({ line: 2, cells }, { headers: fields.map(String), fields, prompt: 'x' }).problem?.code
  assert.equal(check(['name'], ['  ']), 'missing')
  assert.equal(check(['name'], ['ä'.repeat(200)]), undefined)
  assert.equal(check(['name'], ['𝒳'.repeat(200)]), undefined)
  assert.equal(check(['name'], ['a'.repeat(201)]), 'too_long')
  assert.equal(check(['name'], ['a\u0000b']), 'unstorable')
  assert.equal(check(['name', 'prompt'], ['a', 'x\ud800']), 'unstorable')
  assert.equal(check(['name', 'template'], ['a', 'castle']), 'unknown')
  assert.equal(check(['name', 'template'], ['a', 'Retail']), undefined)
  assert.equal(check(['name', 'language'], ['a', 'Klingon']), 'unknown')
  assert.equal(check(['name', 'language'], ['a', 'DE']), undefined)
  assert.equal(check(['name', 'contact_label'], ['a', 'Call']), 'contact_half')
  assert.equal(
    check(['name', 'contact_label', 'contact_url'], ['a', 'Call', '0451']),
    'contact_url',
  )
  const five = ['name', ...Array<'suggestion'>(5).fill('suggestion')] as const
  assert.equal(check(five, ['a', 'b', 'c', 'd', 'e', 'f']), 'too_many')
})

test('the SDK splits by the limits of the service', () => {
  assert.deepEqual([maxCodes, maxBodyBytes], [maxItems.codes, maxBulkBytes])
})

test('a part of an import fits into one request', () => {
  const rows = Array.from({ length: 250 }, (_, line) => ({
    line,
    problem: null,
    input: { name: 'a', prompt: 'ü'.repeat(line < 100 ? 32_000 : 10) },
  }))
  const parts = partsOf(rows, 100)
  assert.deepEqual(parts.flat(), rows)
  for (const part of parts) {
    assert.ok(part.length <= 100)
    assert.ok(bytes(JSON.stringify(part.map(({ input }) => input))).length < maxBulkBytes)
  }
})
