// Pictures of known texts: scanned pages, and photos that a hand takes of them.
import { PDFiumLibrary } from '@hyzyla/pdfium'
import jpeg from 'jpeg-js'
import { pdfOfObjects, streamOf } from './files.ts'

interface Gray {
  width: number
  height: number
  data: Uint8Array
}

/** A line, and what stands on its right. */
export type PictureRow = string | [text: string, value: string]

export const menu: PictureRow[] = [
  'THE HARBOUR KITCHEN',
  'Tomato soup with basil 6.50',
  'Goat cheese salad with walnuts 9.80',
  'Smoked trout, horseradish cream 11.20',
  'Roast chicken with rosemary potatoes 17.90',
  'Mushroom risotto with parmesan 15.40',
  'Grilled sea bass, fennel and lemon 23.50',
  'Apple tart with vanilla ice cream 7.60',
  'The kitchen is open from 12 to 2 pm and from 6 to 9:30 pm.',
  'On Mondays we are closed. Children eat at half price.',
]

export const priceList: PictureRow[] = [
  'Preisliste Fahrradverleih',
  ['Stadtrad, ein Tag', '12,00 €'],
  ['Tourenrad mit Gepäckträger, ein Tag', '18,50 €'],
  ['Elektrofahrrad, ein Tag', '34,00 €'],
  ['Kindersitz für Räder', '4,00 €'],
  'Rückgabe bis 19 Uhr. Für verspätete Rückgabe berechnen wir 5 Euro je Stunde.',
]

export const textOfRows = (rows: PictureRow[]): string => rows.flat().join(' ')

const windows1252 = (text: string) =>
  text.replaceAll('€', '\x80').replace(/[\\()]/g, (one) => `\\${one}`)

const pdfOfRows = (rows: PictureRow[]): Buffer => {
  const put = (text: string, x: number, y: number, size: number) =>
    `BT /F ${size} Tf ${x} ${y} Td (${windows1252(text)}) Tj ET`
  const lines = rows.flatMap((row, at) => {
    const [text = '', value = ''] = [row].flat()
    const y = 770 - 26 * at
    return [put(text, 60, y, at === 0 ? 20 : 12), put(value, 470, y, 12)]
  })
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ' +
      '/Resources << /Font << /F 3 0 R >> >> /Contents 5 0 R >>',
    streamOf(lines.join('\n')),
  ])
}

/** A page of paper, as a scanner sees it. */
export const scanOf = async (rows: PictureRow[]): Promise<Gray> => {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdfOfRows(rows))
  const size = { width: 1240, height: 1754 }
  const page = document.getPage(0)
  const { data } = await page.render({ ...size, render: 'bitmap', colorSpace: 'Gray' })
  const copy = Uint8Array.from(data)
  document.destroy()
  return { ...size, data: copy }
}

interface Shot {
  /** Degrees in the plane of the paper. */
  turned: number
  /** Degrees of the camera against the paper. */
  tilted: number
  height?: number
}

/** A photo of a page, on a grey table, lit from one side, with the noise of a telephone. */
export const photoOf = (page: Gray, { turned, tilted, height = 1800 }: Shot): Gray => {
  const width = Math.round(height * 0.75)
  const distance = 1.2 * height
  const scale = (0.9 * height) / page.height
  const [turn, tilt] = [turned, tilted].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
  ]
  const data = new Uint8Array(width * height)
  let seed = 1
  const noise = () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return (seed / 0x7fffffff - 0.5) * 12
  }
  const paperAt = (x: number, y: number): number => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    if (left < 0 || top < 0 || left > page.width - 2 || top > page.height - 2) return 90
    const at = top * page.width + left
    const mix = (a = 0, b = 0, share: number) => a + (b - a) * share
    const [upper, lower] = [at, at + page.width].map((row) =>
      mix(page.data[row], page.data[row + 1], x - left),
    )
    return mix(upper, lower, y - top)
  }
  for (let at = 0; at < data.length; at++) {
    const x = (at % width) - width / 2
    const y = Math.floor(at / width) - height / 2
    // Where the ray through this pixel meets the paper.
    const down = (y * distance) / (distance * Math.cos(tilt) - y * Math.sin(tilt))
    const across = (x * (distance + down * Math.sin(tilt))) / distance
    const paper = paperAt(
      (across * Math.cos(turn) + down * Math.sin(turn)) / scale + page.width / 2,
      (down * Math.cos(turn) - across * Math.sin(turn)) / scale + page.height / 2,
    )
    const light = 0.85 - (0.3 * x) / width
    data[at] = Math.max(0, Math.min(255, paper * light + noise()))
  }
  return { width, height, data }
}

export const jpegOf = ({ width, height, data }: Gray): Buffer => {
  const rgba = Buffer.alloc(4 * data.length, 255)
  data.forEach((gray, at) => {
    rgba.fill(gray, 4 * at, 4 * at + 3)
  })
  return jpeg.encode({ width, height, data: rgba }, 80).data
}

/** A PDF whose pages are only pictures, after pages of text. */
export const scannedPdf = (texts: string[], pictures: Gray[]): Buffer => {
  const first = 4
  const count = texts.length + pictures.length
  const numberOf = (page: number) => first + 3 * page
  const pageOf = (page: number) =>
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> ' +
    `/XObject << /I ${numberOf(page) + 2} 0 R >> >> /Contents ${numberOf(page) + 1} 0 R >>`
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, page) => `${numberOf(page)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...texts.flatMap((text, page) => [
      pageOf(page),
      streamOf(`BT /F 12 Tf 60 770 Td (${windows1252(text)}) Tj ET`),
      streamOf(''),
    ]),
    ...pictures.flatMap((picture, at) => [
      pageOf(texts.length + at),
      streamOf('q 595 0 0 842 0 0 cm /I Do Q'),
      streamOf(
        jpegOf(picture).toString('latin1'),
        `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} ` +
          '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
      ),
    ]),
  ])
}

/** The share of characters of a known text that were read wrongly, without regard to line breaks. */
export const wrongShare = (known: string, read: string): number => {
  const [a, b] = [known, read].map((text) => text.replace(/\s+/g, ' ').trim()) as [string, string]
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, one] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const swapped = (row[j] ?? 0) + (one === other ? 0 : 1)
      next.push(Math.min(swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return (row.at(-1) ?? 0) / a.length
}
