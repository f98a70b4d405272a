// Small files of each type that sources can be made of.
import { crc32, deflateRawSync } from 'node:zlib'

/** A PDF with a page for each text; null is a page without text. Each line is shown as it is. */
export const pdfOf = (pages: (string | null)[], trailer = ''): Buffer => {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  pages.forEach((text, index) => {
    const lines = (text ?? '').split('\n').map((line) => {
      const heading = line.startsWith('# ')
      const shown = line.replace(/^# /, '').replace(/[\\()]/g, '\\$&')
      return `/F ${heading ? 20 : 11} Tf (${shown}) Tj 0 ${heading ? -30 : -14} Td`
    })
    const content = text === null ? '' : `BT 50 780 Td ${lines.join('\n')} ET`
    objects.push(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ' +
        `/Resources << /Font << /F 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      streamOf(content),
    )
  })
  return pdfOfObjects(objects, trailer)
}

/** A stream of a PDF, with its dictionary. All bytes are Latin-1 characters. */
export const streamOf = (content: string, entries = ''): string =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`

/** A PDF of these objects, with the numbers from 1. The first one is the catalog. */
export const pdfOfObjects = (objects: string[], trailer = ''): Buffer => {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const end = `trailer << /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF`
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}${end}`
  return Buffer.from(file, 'latin1')
}

/** A PDF that asks for a password before it can be read. */
export const lockedPdf = (): Buffer => {
  const text = '0'.repeat(64)
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${text}> /U <${text}> /P -4 >>`
  return pdfOf(['Secret'], `${encrypt} /ID [<00> <00>]`)
}

/** Data that is already deflated, with sizes that may be wrong. */
interface Packed {
  packed: Buffer
  claimedBytes: number
}

/** A zip file. */
export const zipOf = (files: Record<string, string | Buffer | Packed>): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const isPacked = typeof content === 'object' && 'packed' in content
    const data = isPacked ? Buffer.alloc(0) : Buffer.from(content)
    const packed = isPacked ? content.packed : deflateRawSync(data)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(isPacked ? content.claimedBytes : data.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, place, Buffer.from(name))
    parts.push(header)
    offset += header.length
  }
  const size = Buffer.concat(directory).length
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

export const contentTypes =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
export const relations =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
  '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'

/** A Word file with a paragraph for each text; `# ` marks a heading. */
export const docxOf = (paragraphs: string[]): Buffer => {
  const body = paragraphs.map((text) => {
    const style = text.startsWith('# ') ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : ''
    return `<w:p>${style}<w:r><w:t>${text.replace(/^# /, '')}</w:t></w:r></w:p>`
  })
  const document =
    '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">' +
    `<w:body>${body.join('')}</w:body></w:document>`
  return zipOf({
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relations,
    'word/document.xml': document,
  })
}

const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const relationshipsOf = (some: string[]): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${some.join('')}</Relationships>`

/** Attributes of a sheet, such as `state="hidden"`, and its XML. */
interface Sheet {
  name: string
  attributes?: string
  xml: string
}

/** An Excel workbook. `parts` are added, or replace its own. */
export const xlsxOf = (sheets: Sheet[], parts: Parameters<typeof zipOf>[0] = {}): Buffer =>
  zipOf({
    'xl/workbook.xml':
      '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ' +
      'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>' +
      sheets
        .map(
          ({ name, attributes = '' }, at) =>
            `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}" ${attributes}/>`,
        )
        .join('') +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationshipsOf([
      ...sheets.map((_, at) => relationship(`s${at}`, 'worksheet', `worksheets/${at}.xml`)),
      relationship('t', 'sharedStrings', 'sharedStrings.xml'),
      relationship('f', 'styles', '/xl/styles.xml'),
    ]),
    ...Object.fromEntries(
      sheets.map(({ xml }, at) => [`xl/worksheets/${at}.xml`, `<worksheet>${xml}</worksheet>`]),
    ),
    ...parts,
  })

/** A sheet of texts and numbers. */
export const sheetOf = (rows: (string | number)[][]): string => {
  const cellOf = (value: string | number) =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${value}</t></is></c>`
  return `<sheetData>${rows.map((row) => `<row>${row.map(cellOf).join('')}</row>`).join('')}</sheetData>`
}

/** A PowerPoint file; each slide is the XML of its shapes. */
export const pptxOf = (slides: string[], attributes: Record<number, string> = {}): Buffer =>
  zipOf({
    'ppt/presentation.xml':
      '<?xml version="1.0"?><p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>' +
      `${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationshipsOf(
      slides.map((_, at) => relationship(`s${at}`, 'slide', `slides/${at}.xml`)),
    ),
    ...Object.fromEntries(
      slides.map((xml, at) => [
        `ppt/slides/${at}.xml`,
        `<p:sld xmlns:p="p" xmlns:a="a" ${attributes[at] ?? ''}>${xml}</p:sld>`,
      ]),
    ),
  })

/** A shape of a slide with a paragraph for each text; `type` is that of its placeholder. */
export const shapeOf = (paragraphs: string[], type = 'body'): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name=""/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>` +
  `${paragraphs.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`
