// Files that are made to need far more time or memory than their size suggests.
import { constants, crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import {
  contentTypes,
  pdfOf,
  pdfOfObjects,
  pptxOf,
  relations,
  sheetOf,
  streamOf,
  xlsxOf,
  zipOf,
} from './files.ts'

const megabyte = 2 ** 20

/** Deflated data that unpacks to `before`, many times `block`, and `after`. */
const deflated = (before: string, block: string, times: number, after: string): Buffer => {
  const flush = (text: string) =>
    deflateRawSync(Buffer.from(text, 'latin1'), { finishFlush: constants.Z_FULL_FLUSH })
  const one = flush(block)
  const blocks = Array.from({ length: times }, () => one)
  return Buffer.concat([flush(before), ...blocks, flush(after), deflateRawSync(Buffer.alloc(0))])
}

/** A PDF stream that unpacks to the same, in as many layers as given. */
const flateStream = (raw: Buffer, layers = 1): string => {
  let data = Buffer.concat([Buffer.from([0x78, 0x9c]), raw, Buffer.alloc(4)])
  for (let layer = 1; layer < layers; layer++) {
    data = Buffer.concat([Buffer.from([0x78, 0x9c]), deflateRawSync(data), Buffer.alloc(4)])
  }
  const filters = Array.from({ length: layers }, () => '/FlateDecode').join(' ')
  return streamOf(data.toString('latin1'), `/Filter [${filters}]`)
}

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
const catalog = '<< /Type /Catalog /Pages 2 0 R >>'

/** A PDF of one page: object 5 is its content, the others follow. */
const onePage = (content: string, resources = '', ...others: string[]): Buffer =>
  pdfOfObjects([
    catalog,
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    font,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R ' +
      `/Resources << /Font << /F 3 0 R >> ${resources} >> >>`,
    content,
    ...others,
  ])

const pagesOf = (pages: string): Buffer =>
  pdfOfObjects([
    catalog,
    pages,
    font,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>',
    streamOf('BT /F 11 Tf (Text) Tj ET'),
  ])

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const documentOf = (body: string) =>
  `<?xml version="1.0"?><w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`
const relationsOf = (targets: Record<string, string>): string => {
  const lines = Object.entries(targets).map(
    ([type, target], at) =>
      `<Relationship Id="r${at}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`
}

const docxOfParts = (parts: Parameters<typeof zipOf>[0]): Buffer =>
  zipOf({
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relations,
    'word/document.xml': documentOf('<w:p><w:r><w:t>Text</w:t></w:r></w:p>'),
    ...parts,
  })

const styles = `<w:styles xmlns:w="${word}">`
const bomb = (before: string, megabytes: number, after: string, claimedBytes = 1000) => ({
  packed: deflated(before, ' '.repeat(megabyte), megabytes, after),
  claimedBytes,
})

const repeated = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length))
const large = 19 * megabyte

const pngOf = (width: number, height: number, data: Buffer): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const chunk = (name: string, content: Buffer) => {
    const bytes = Buffer.alloc(content.length + 12)
    bytes.writeUInt32BE(content.length, 0)
    bytes.write(name, 4, 'latin1')
    content.copy(bytes, 8)
    bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), content.length + 8)
    return bytes
  }
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

/** The same at each call. Filter bytes of rows are among them, so few rows are valid. */
const noise = (length: number): Buffer => {
  let seed = 1
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff
      return (seed >> 16) & 3
    }),
  )
}

/** Pages without text, each drawn as many lines on a huge sheet. */
const pdfOfPictures = (count: number): Buffer => {
  const line = Array.from({ length: 2000 }, (_, at) => `${at * 7} 0 m ${at * 5} 14400 l S`).join(
    ' ',
  )
  const kids = Array.from({ length: count }, (_, page) => `${4 + page} 0 R`).join(' ')
  return pdfOfObjects([
    catalog,
    `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`,
    streamOf(line),
    ...Array.from(
      { length: count },
      () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 14400 14400] /Contents 3 0 R >>',
    ),
  ])
}

/** Each with its end: the reason of its failure, or null when it can be read. */
export const hostileFiles: Record<string, { make: () => Buffer; reason: RegExp | null }> = {
  'PDF, 300 MB of blanks on a page': {
    make: () =>
      onePage(flateStream(deflated('BT /F 11 Tf (', ' '.repeat(megabyte), 300, ') Tj ET'))),
    reason: /too much (memory|text)/,
  },
  'PNG, 30,000 × 30,000 pixels in a few bytes': {
    make: () => pngOf(30_000, 30_000, Buffer.alloc(1000)),
    reason: /maximum is 16 million/,
  },
  'PNG, 4,000 × 4,000 pixels of noise without lines': {
    make: () => pngOf(4000, 4000, deflateSync(noise(4000 * 4001))),
    reason: /hard to read|damaged|too long|too much memory/,
  },
  'JPEG, cut off after its head': {
    make: () => Buffer.from('ffd8ffc0001108ffffffff03011100021101031101', 'hex'),
    reason: /maximum is 16 million/,
  },
  'PDF, two pages of hatching on a sheet of five metres': {
    make: () => pdfOfPictures(2),
    reason: /too long|hard to read|only images/,
  },
  'DOCX, a relationship to a part of 1 GB that is not named .xml': {
    make: () =>
      docxOfParts({
        'word/_rels/document.xml.rels': relationsOf({ styles: 'styles.bin' }),
        'word/styles.bin': bomb(styles, 1024, '</w:styles>'),
      }),
    reason: /more than 64 MB/,
  },
  'DOCX, a main document of 1 GB with another name': {
    make: () =>
      docxOfParts({
        '_rels/.rels': relationsOf({ officeDocument: 'word/media/image1.png' }),
        'word/media/image1.png': bomb(documentOf('').slice(0, 120), 1024, ''),
      }),
    reason: /more than 64 MB/,
  },
  'DOCX, one part of 30 MB that is read five times': {
    make: () =>
      docxOfParts({
        'word/_rels/document.xml.rels': relationsOf(
          Object.fromEntries(
            ['styles', 'numbering', 'comments', 'footnotes', 'endnotes'].map((t) => [t, 'a.dat']),
          ),
        ),
        'word/a.dat': bomb(styles, 30, '</w:styles>', 0),
      }),
    reason: /more than 64 MB/,
  },
  'DOCX, a million nested elements': {
    make: () => docxOfParts({ 'word/document.xml': documentOf('<w:p>'.repeat(1_000_000)) }),
    reason: /nested too deeply/,
  },
  'DOCX, eight million empty paragraphs': {
    make: () =>
      docxOfParts({
        'word/document.xml': {
          packed: deflated(
            documentOf('').slice(0, -24),
            '<w:p/>'.repeat(100_000),
            80,
            '</w:body></w:document>',
          ),
          claimedBytes: 100,
        },
      }),
    reason: /too many elements/,
  },
  'DOCX, entities that expand a billion times': {
    make: () => {
      const names = Array.from({ length: 10 }, (_, at) => `e${at}`)
      const entities = names.map((name, at) =>
        at === 0 ? `<!ENTITY ${name} "ha">` : `<!ENTITY ${name} "${`&e${at - 1};`.repeat(10)}">`,
      )
      const dtd = `<!DOCTYPE a [${entities.join('')}]>`
      const text = documentOf('<w:p><w:r><w:t>&e9;</w:t></w:r></w:p>')
      return docxOfParts({ 'word/document.xml': text.replace('?>', `?>${dtd}`) })
    },
    reason: /could not be read/,
  },
  'DOCX, a gzip file as its document': {
    make: () => docxOfParts({ 'word/document.xml': gzipSync(Buffer.alloc(50 * megabyte, 32)) }),
    reason: /could not be read/,
  },
  'XLSX, a sheet of 1 GB': {
    make: () =>
      xlsxOf([{ name: 'a', xml: '' }], {
        'xl/worksheets/0.xml': bomb('<worksheet>', 1024, '</worksheet>'),
      }),
    reason: /more than 64 MB/,
  },
  'XLSX, a long text that each of 200,000 cells repeats': {
    make: () => {
      const rows = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(100_000)
      return xlsxOf([{ name: 'a', xml: `<sheetData>${rows}</sheetData>` }], {
        'xl/sharedStrings.xml': `<sst><si><t>${'word '.repeat(6000)}</t></si></sst>`,
      })
    },
    reason: /more text than 2,000 pages/,
  },
  'XLSX, 400,000 rows with only their last cell, and merged areas that overlap': {
    make: () => {
      const rows = '<row><c r="ALL1"><v>1</v></c></row>'.repeat(400_000)
      const areas = '<mergeCell ref="ALL1:ALL1048576"/>'.repeat(100_000)
      const sheet = `<sheetData>${rows}</sheetData><mergeCells>${areas}</mergeCells>`
      return xlsxOf([{ name: 'a', xml: sheet }])
    },
    reason: null,
  },
  'XLSX, a million nested elements': {
    make: () => xlsxOf([{ name: 'a', xml: '<sheetData>'.repeat(1_000_000) }]),
    reason: /nested too deeply/,
  },
  'XLSX, entities that expand a billion times': {
    make: () => {
      const entities = Array.from(
        { length: 10 },
        (_, at) => `<!ENTITY e${at} "${at === 0 ? 'ha' : `&e${at - 1};`.repeat(10)}">`,
      )
      return xlsxOf([{ name: 'a', xml: sheetOf([['Text']]) }], {
        'xl/sharedStrings.xml': `<!DOCTYPE a [${entities.join('')}]><sst><si><t>&e9;</t></si></sst>`,
      })
    },
    reason: /damaged/,
  },
  'PPTX, a slide of a million paragraphs': {
    make: () => pptxOf([`<p:sp>${'<a:p><a:t>a</a:t></a:p>'.repeat(900_000)}</p:sp>`]),
    reason: null,
  },
  'PPTX, a slide with a million attributes': {
    make: () =>
      pptxOf([`<p:sp ${Array.from({ length: 1_000_000 }, (_, at) => `a${at}=""`).join(' ')}/>`]),
    reason: /no text|too (much|long)/,
  },
  'PDF, a million tiny texts on a page': {
    make: () =>
      onePage(
        flateStream(
          deflated('BT /F 11 Tf ', '(a) Tj 20 20 Td (b) Tj -20 -20 Td '.repeat(10_000), 50, 'ET'),
        ),
      ),
    reason: /too much (text|memory)/,
  },
  'PDF, 20 million letters on a page': {
    make: () =>
      onePage(
        flateStream(
          deflated('BT /F 1 Tf ', `1 0 0 1 9 700 Tm (${'word '.repeat(200)}) Tj `, 20_000, 'ET'),
        ),
      ),
    reason: /too much (text|memory)/,
  },
  'PDF, blanks packed in three layers': {
    make: () => onePage(flateStream(deflated('BT (', ' '.repeat(megabyte), 400, ') Tj ET'), 3)),
    reason: /could not be read|too (much|long)/,
  },
  'PDF, 100,000 pages': {
    make: () => pagesOf(`<< /Type /Pages /Count 100000 /Kids [${'4 0 R '.repeat(100_000)}] >>`),
    reason: /100,000 pages/,
  },
  'PDF, a count of pages that is a lie': {
    make: () => pagesOf('<< /Type /Pages /Count 1999 /Kids [4 0 R] >>'),
    reason: null,
  },
  'PDF, pages that contain themselves': {
    make: () => pagesOf('<< /Type /Pages /Count 2 /Kids [2 0 R 4 0 R] >>'),
    reason: /could not be read|damaged/,
  },
  'PDF, a form that draws itself': {
    make: () =>
      onePage(
        streamOf('/X Do BT /F 11 Tf (Text) Tj ET'),
        '/XObject << /X 6 0 R >>',
        streamOf(
          '/X Do /X Do',
          '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>',
        ),
      ),
    reason: null,
  },
  'PDF, a table of glyphs of 300 MB': {
    make: () =>
      pdfOfObjects([
        catalog,
        '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
        font.replace('>>', '/ToUnicode 6 0 R >>'),
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>',
        streamOf('BT /F 11 Tf (Text) Tj ET'),
        flateStream(deflated('', '1 beginbfchar <41> <0042> endbfchar '.repeat(30_000), 300, '')),
      ]),
    reason: /too (much|long)/,
  },
  'PDF, 2,000 pages of small print': {
    make: () => {
      const line = 'word '.repeat(20)
      return pdfOf(Array.from({ length: 2000 }, () => `${line}\n`.repeat(50)))
    },
    reason: /more text than 2,000 pages/,
  },
  'HTML, a million nested elements': {
    make: () => Buffer.from(`<html><body>${'<div>'.repeat(990_000)}Text`),
    reason: /nested too deeply/,
  },
  'HTML, three million elements': {
    make: () => Buffer.from(`<html><body>${'<b>a</b>'.repeat(2_000_000)}`),
    reason: /too many elements/,
  },
  'HTML, 200,000 nested headings and tables': {
    make: () => Buffer.from(`<html><body>${'<table><tr><td><h1>a'.repeat(200_000)}`),
    reason: /nested too deeply/,
  },
  'CSV, one line of 19 MB': {
    make: () => Buffer.from(`a,b,c\n${'1,2,3\n'.repeat(30)}${repeated('a,', large)}`),
    reason: /more than 1000 columns|too much|more text/,
  },
  'CSV, a quote that never ends': {
    make: () => Buffer.from(`a,b,c\n1,2,3\n4,5,6\n"${repeated('word word,\n', large)}`),
    reason: /more text/,
  },
  'CSV, long names of columns that each row repeats': {
    make: () => {
      const names = Array.from({ length: 1000 }, (_, at) => `${'n'.repeat(200)}${at}`)
      return Buffer.from(`${names.join()}\n${`${'1,'.repeat(999)}1\n`.repeat(9000)}`)
    },
    reason: /more text than 2,000 pages/,
  },
  'text, one word of 5 MB': { make: () => Buffer.alloc(5 * megabyte, 'a'), reason: null },
  'text, 19 MB of UTF-16': {
    make: () => Buffer.from(`\ufeff${repeated('word ', large / 2)}`, 'utf16le'),
    reason: /more text than 2,000 pages/,
  },
  'text, 19 MB of line breaks': {
    make: () => Buffer.from(repeated('a\n\n', large)),
    reason: /more text than 2,000 pages|too much/,
  },
  'Markdown, headings without an end': {
    make: () => Buffer.from(repeated('# a\n## b\n### c\n', large)),
    reason: /more text than 2,000 pages|too much/,
  },
}
