// Files with a form of their own: zip, DOCX and PDF, and how they are read part by part.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  contentTypes,
  docxOf,
  lockedPdf,
  pdfOf,
  pdfOfObjects,
  relations,
  streamOf,
  zipOf,
} from '../../../test/harness/data/files.ts'
import { Unreadable } from './blocks.ts'
import { openZip } from './office.ts'
import { openFile, type Part, readKnowledge } from './reader.ts'
import type { NewPassage } from './split.ts'

const damaged = new Unreadable('The file is damaged. Open it, save it again and upload the copy.')

/** All passages of a file, with the number of its pages. */
const readAll = async (bytes: Buffer) => {
  const file = await openFile(bytes)
  const path: string[] = []
  const pieces: NewPassage[] = []
  const parts: (number | null)[] = []
  const pagesDone: number[] = []
  let from: number | null = 0
  while (from !== null) {
    const part: Awaited<ReturnType<typeof file.read>> = await file.read(from, path)
    pieces.push(...part.pieces)
    parts.push(part.next)
    pagesDone.push(part.pagesDone)
    from = part.next
  }
  await file.close?.()
  return { pages: file.pages, whenEmpty: file.whenEmpty, pieces, parts, pagesDone }
}

const refusalOf = async (bytes: Buffer): Promise<string> => {
  const error = await readAll(bytes).then(
    () => null,
    (found: unknown) => found,
  )
  assert.ok(error instanceof Unreadable, String(error))
  return error.message
}

test('the parts of a zip file are read by their name, and of two with one name the last', () => {
  const zip = openZip(zipOf({ a: 'first', 'ä/b': 'second' }))
  assert.deepEqual(zip.names(), ['a', 'ä/b'])
  assert.deepEqual([zip.has('a'), zip.has('b')], [true, false])
  assert.deepEqual([String(zip.read('a')), String(zip.read('ä/b'))], ['first', 'second'])
  assert.throws(() => zip.read('b'), damaged)
  const twice = zipOf({ a: 'first', b: 'other' })
  twice.write('a', twice.lastIndexOf('b'), 'latin1')
  assert.equal(String(openZip(twice).read('a')), 'other')
})

test('a part of a zip file that is not packed is read as it is', () => {
  const zip = zipOf({ a: { packed: Buffer.from('plain'), claimedBytes: 5 } })
  // The method of the directory: 0 is stored.
  zip.writeUInt16LE(0, zip.indexOf('PK\x01\x02') + 10)
  assert.equal(String(openZip(zip).read('a')), 'plain')
})

test('a zip file whose directory is damaged is refused', () => {
  const whole = zipOf({ a: 'text' })
  const end = whole.indexOf('PK\x05\x06')
  const change = (edit: (zip: Buffer) => void) => {
    const copy = Buffer.from(whole)
    edit(copy)
    return () => openZip(copy).read('a')
  }
  const broken = {
    'without an end': () => openZip(whole.subarray(0, end)),
    'with half an end': () => openZip(whole.subarray(0, -1)),
    'with more entries than it has': change((zip) => zip.writeUInt16LE(2, end + 10)),
    'with too many entries': change((zip) => zip.writeUInt16LE(10_001, end + 10)),
    'with its directory elsewhere': change((zip) => zip.writeUInt32LE(1, end + 16)),
    'with its directory after its end': change((zip) => zip.writeUInt32LE(2 ** 31, end + 16)),
    'with a part after its end': change((zip) =>
      zip.writeUInt32LE(whole.length, zip.indexOf('PK\x01\x02') + 42),
    ),
    'with a part that cannot be unpacked': change((zip) => zip.fill(0xff, 31, 35)),
  }
  for (const [name, open] of Object.entries(broken)) assert.throws(open, damaged, name)
})

test('all parts of a zip file unpack to at most 64 MB together, each time they are read', () => {
  const tooLarge = new Unreadable(
    'The file unpacks to more than 64 MB of text. Split it into smaller files.',
  )
  const half = Buffer.alloc(32 * 2 ** 20)
  const zip = openZip(zipOf({ a: half, b: 'x' }))
  zip.read('a')
  zip.read('a')
  assert.throws(() => zip.read('b'), tooLarge)
  const stored = zipOf({ a: half, b: { packed: Buffer.from('xx'), claimedBytes: 2 } })
  stored.writeUInt16LE(0, stored.lastIndexOf('PK\x01\x02') + 10)
  const other = openZip(stored)
  other.read('a')
  other.read('a')
  assert.throws(() => other.read('b'), tooLarge)
})

test('a zip file of another kind says what to do', async () => {
  const advice: Record<string, string> = {
    'xl/workbook.bin': 'This is a binary Excel workbook. Save it as XLSX and upload that.',
    mimetype: 'This is an OpenDocument or EPUB file. Save it as PDF or DOCX and upload that.',
    'a/xl/b.txt': 'This is a zip file. Unpack it and upload its files.',
  }
  for (const [name, sentence] of Object.entries(advice)) {
    assert.equal(await refusalOf(zipOf({ [name]: 'x' })), sentence)
  }
})

test('a DOCX has its headings, lists and tables, and no pictures', async () => {
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`
  const document =
    `<?xml version="1.0"?><w:document ${w}><w:body>` +
    '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Rooms</w:t></w:r></w:p>' +
    `<w:tbl><w:tr>${cell('Sea')}${cell('129')}</w:tr></w:tbl>` +
    '<w:p><w:r><w:t xml:space="preserve">All have </w:t></w:r><w:r><w:b/><w:t>a view.</w:t></w:r></w:p>' +
    '</w:body></w:document>'
  const { pieces, pages, parts, pagesDone } = await readAll(
    zipOf({
      '[Content_Types].xml': contentTypes,
      '_rels/.rels': relations,
      'word/document.xml': document,
    }),
  )
  assert.deepEqual(pieces, [
    { headings: ['Rooms'], page: null, text: 'Sea | 129\n\nAll have a view.' },
  ])
  assert.deepEqual([pages, parts, pagesDone], [1, [null], [1]])
})

test('a DOCX whose XML is nested too deeply is refused', async () => {
  const deep = docxOf([`${'<w:r>'.repeat(5001)}`])
  assert.equal(await refusalOf(deep), 'The elements of the document are nested too deeply.')
})

test('a file without pages has one for every 3,000 characters, and is read in parts', async () => {
  // Each paragraph is a passage, because two of them exceed its size.
  const paragraphs = Array.from({ length: 250 }, (_, at) => `${at} ${'x'.repeat(1200)}`)
  const { pieces, pages, parts, pagesDone } = await readAll(Buffer.from(paragraphs.join('\n\n')))
  assert.deepEqual(
    pieces.map(({ text }) => text),
    paragraphs,
  )
  const characters = paragraphs.join('').length
  assert.equal(pages, Math.ceil(characters / 3000))
  assert.deepEqual(parts, [200, null])
  assert.deepEqual(pagesDone, [Math.floor((200 / 250) * pages), pages])
})

test('a file without text says so, and one of another type is refused', async () => {
  const { pieces, whenEmpty } = await readAll(Buffer.from(' \n'))
  assert.deepEqual([pieces, whenEmpty], [[], 'The file contains no text.'])
  assert.equal(await refusalOf(Buffer.from('\x00\x01')), 'This file type is not supported.')
})

/** A PDF of one page with these operators. */
const drawn = (content: string) =>
  pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> /Contents 5 0 R >>',
    streamOf(`BT ${content} ET`),
  ])

/** Lines of a page: their size, their distance from the line above, their text. */
const pageOf = (...lines: [size: number, distance: number, text: string][]) =>
  drawn(
    `50 800 Td ${lines
      .map(([size, distance, text]) => `0 ${-distance} Td /F ${size} Tf (${text}) Tj`)
      .join('\n')}`,
  )

const shownOf = async (pdf: Buffer) =>
  (await readAll(pdf)).pieces.map(({ headings, text }) => [...headings, text].join(' > '))

const body: [number, number, string][] = [
  [10, 14, 'The house has three floors and a garden, and'],
  [10, 14, 'guests may use all of them at any time of day.'],
]

test('lines of a PDF close to each other are a paragraph, and a divided word is whole again', async () => {
  assert.deepEqual(await shownOf(pageOf(...body)), [
    'The house has three floors and a garden, and\nguests may use all of them at any time of day.',
  ])
  const lines = (distance: number) =>
    shownOf(pageOf([10, 14, 'The break-'], [10, distance, 'fast is warm.']))
  assert.deepEqual(await lines(17), ['The breakfast is warm.'])
  assert.deepEqual(await lines(17.5), ['The break-\n\nfast is warm.'])
  // A word with a hyphen of its own, and a list.
  assert.deepEqual(await shownOf(pageOf([10, 14, 'Check-'], [10, 14, 'In'])), ['Check-\nIn'])
  assert.deepEqual(await shownOf(pageOf([10, 14, 'From 7 -'], [10, 14, 'noon'])), [
    'From 7 -\nnoon',
  ])
})

test('a short line of a PDF in larger letters is a heading, by how much larger they are', async () => {
  const headingOf = async (size: number, text = 'Spa') =>
    await shownOf(pageOf([18, 14, 'House'], [size, 30, text], ...body))
  const paragraph = body.map(([, , text]) => text).join('\n')
  assert.deepEqual(await headingOf(20), [`Spa > ${paragraph}`])
  assert.deepEqual(await headingOf(14), [`House > Spa > ${paragraph}`])
  assert.deepEqual(await headingOf(13.5), [`House > Spa > ${paragraph}`])
  assert.deepEqual(await headingOf(11.5), [`House > Spa > ${paragraph}`])
  // The second line of a heading in the same size belongs to it.
  assert.deepEqual(await headingOf(18), [`House Spa > ${paragraph}`])
  // Too small, without a letter, or too long.
  assert.deepEqual(await headingOf(11), [`House > Spa\n${paragraph}`])
  assert.deepEqual(await headingOf(14, '123 - 456'), [`House > 123 - 456\n${paragraph}`])
  const longOf = async (length: number) => {
    const [first] = await shownOf(pageOf([12, 30, 'i'.repeat(length)], ...body, ...body, ...body))
    return first?.split(/ > |\n/, 1)[0]?.length === length && first.includes(' > ')
  }
  assert.deepEqual([await longOf(120), await longOf(121)], [true, false])
})

test('the levels of headings in a PDF begin at 1.15, 1.4 and 1.8 times the usual size', async () => {
  // Three lines are enough for a passage of their own.
  const text = Array(3).fill([10, 14, 'i'.repeat(200)]) as [number, number, string][]
  const sections = (...sizes: number[]) =>
    shownOf(
      pageOf(
        ...sizes.flatMap((size): [number, number, string][] => [[size, 30, `H${size}`], ...text]),
      ),
    )
  const headings = (shown: string[]) => shown.map((one) => one.split(' > ').slice(0, -1).join('/'))
  assert.deepEqual(headings(await sections(18, 14, 11.5)), ['H18', 'H18/H14', 'H18/H14/H11.5'])
  assert.deepEqual(headings(await sections(18, 17.9, 13.9)), [
    'H18',
    'H18/H17.9',
    'H18/H17.9/H13.9',
  ])
})

test('the number of a page at its edge is no text', async () => {
  for (const number of ['12', '- 12 -', 'iv', 'XII.']) {
    const text = body.map(([, , line]) => line).join('\n')
    assert.deepEqual(await shownOf(pageOf([10, 14, number], ...body)), [text], number)
    assert.deepEqual(await shownOf(pageOf(...body, [10, 14, number])), [text], number)
  }
  assert.deepEqual(await shownOf(pageOf([10, 14, 'Room'], [10, 14, '12'], [10, 14, 'is free.'])), [
    'Room\n12\nis free.',
  ])
  assert.deepEqual(await shownOf(pageOf([10, 14, '2026-2027'], ...body.slice(1))), [
    `2026-2027\n${body[1]?.[2]}`,
  ])
})

test('texts of a PDF on the same base line are one line', async () => {
  const pdf = drawn(
    '/F 10 Tf 50 800 Td (Open ) Tj 40 0 Td (from) Tj 40 4 Td (7) Tj -80 -20 Td (Next) Tj',
  )
  assert.deepEqual(await shownOf(pdf), ['Open from 7\nNext'])
})

test('a PDF is read in parts of 25 pages, whose headings go on to the next page', async () => {
  const pages = Array.from({ length: 27 }, (_, at) =>
    at === 0 ? '# The pool\nIt is warm.' : `Page number ${at + 1} of the manual.`,
  )
  const { pieces, parts, pagesDone, ...file } = await readAll(pdfOf(pages))
  assert.deepEqual([file.pages, parts, pagesDone], [27, [25, null], [25, 27]])
  assert.deepEqual(pieces.slice(0, 1), [{ headings: ['The pool'], page: 1, text: 'It is warm.' }])
  assert.deepEqual(pieces.at(-1), {
    headings: ['The pool'],
    page: 27,
    text: 'Page number 27 of the manual.',
  })
})

test('a PDF that cannot be read says why', async () => {
  assert.equal(
    await refusalOf(lockedPdf()),
    'This PDF is protected by a password. Save it without one, then upload it.',
  )
  assert.equal(
    await refusalOf(Buffer.from('%PDF-1.7\nnothing else')),
    'This PDF is damaged. Open it, save it again and upload the copy.',
  )
  assert.equal(
    (await readAll(pdfOf([null]))).whenEmpty,
    'This PDF contains only images of text. Upload one with real text.',
  )
  // Small letters at the same place, because text outside the page is not read.
  const tiny = (lines: number) =>
    drawn(`/F 0.1 Tf ${`1 0 0 1 50 800 Tm (${'x'.repeat(1000)}) Tj\n`.repeat(lines)}`)
  assert.equal((await readAll(tiny(200))).pages, 1)
  assert.equal(
    await refusalOf(tiny(201)),
    'Page 1 of the PDF has too much text. Split it, then upload the parts.',
  )
})

test('a file stays open between two parts, and is closed by another file or at its end', async () => {
  const text = (name: string) =>
    Buffer.from(
      Array.from({ length: 250 }, (_, at) => `${name}${at} ${'x'.repeat(1200)}`).join('\n\n'),
    )
  const read = (key: string, from: number, bytes?: Buffer) =>
    readKnowledge({ key, from, path: [], encoding: null }, bytes)
  const nextOf = (part: Part) => (part.kind === 'part' ? part.next : part.kind)
  assert.equal(nextOf(await read('a', 0)), 'missing')
  assert.equal(nextOf(await read('a', 0, text('a'))), 200)
  assert.equal(nextOf(await read('a', 200)), null)
  assert.equal(nextOf(await read('a', 200)), 'missing')
  assert.equal(nextOf(await read('a', 0, text('a'))), 200)
  assert.equal(nextOf(await read('b', 0, text('b'))), 200)
  assert.equal(nextOf(await read('a', 200)), 'missing')
  // The reader lost the other file with it.
  assert.equal(nextOf(await read('b', 200)), 'missing')
})

test('a part has the passages, the progress and the reason of an empty file', async () => {
  const part = await readKnowledge(
    { key: 'a', from: 0, path: [], encoding: null },
    Buffer.from('# Spa\n\nWarm.'),
  )
  assert.ok(part.kind === 'part')
  const { tookMs, ...rest } = part
  assert.ok(tookMs > 0)
  assert.deepEqual(rest, {
    kind: 'part',
    pieces: [{ headings: ['Spa'], page: null, text: 'Warm.' }],
    path: [],
    next: null,
    pagesDone: 1,
    pages: 1,
    whenEmpty: 'The file contains no text.',
    note: null,
    guess: null,
    unread: [],
    picture: null,
  })
  assert.deepEqual(
    await readKnowledge({ key: 'b', from: 0, path: [], encoding: null }, Buffer.from([0])),
    {
      kind: 'failed',
      reason: 'This file type is not supported.',
    },
  )
})
