// For tests: every kind and size, and how a file looks on paper.
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { Resvg } from '@resvg/resvg-wasm'
import { readBarcodes } from 'zxing-wasm/reader'
import { type PrintFormat, printFormats, printKinds, sizesOf } from '#contract/print-pieces.ts'
import { loadResvg } from '../drawing/logo.ts'
import type { Layout, Piece } from '../printing/layout.ts'
import { pdfOfPiece } from '../printing/piece-pdf.ts'
import { svgOfPiece } from '../printing/piece-svg.ts'
import { scanUrl } from './logos.fixture.ts'
import { decode, type Pixels } from './scanning.fixture.ts'

const library = await PDFiumLibrary.init()
await loadResvg()

export const kindsAndSizes = printKinds.flatMap((kind) =>
  sizesOf(kind).map((size) => ({ kind, size })),
)

export const everyFile = kindsAndSizes.flatMap((piece) =>
  printFormats.map((format) => ({ ...piece, format })),
)

export const newPiece = (changes: Partial<Piece> = {}): Piece => ({
  kind: 'poster',
  size: 'a4',
  text: scanUrl,
  style: { color: '#0f6b5c' },
  title: 'Harbour Hotel · Frühstück',
  callToAction: 'Scan to talk',
  bleedMm: 3,
  hasMarks: true,
  paper: null,
  ...changes,
})

/** The page as pixels, this wide. */
export const rasterize = async (
  layout: Layout,
  format: PrintFormat,
  width: number,
): Promise<Pixels> => {
  const scale = width / (layout.width + 2 * layout.marginX)
  const height = Math.round((layout.height + 2 * layout.marginY) * scale)
  return format === 'pdf'
    ? showPdf(pdfOfPiece(layout), width, height)
    : showSvg(svgOfPiece(layout), width)
}

const showPdf = async (pdf: Buffer, width: number, height: number): Promise<Pixels> => {
  const document = await library.loadDocument(pdf)
  const image = await document.getPage(0).render({ width, height, render: 'bitmap' })
  document.destroy()
  return { width, height, data: new Uint8ClampedArray(image.data) }
}

const showSvg = (svg: string, width: number): Pixels => {
  const drawing = new Resvg(svg, {
    font: { loadSystemFonts: false },
    fitTo: { mode: 'width', value: width },
    background: '#ffffff',
  })
  const image = drawing.render()
  const pixels = {
    width: image.width,
    height: image.height,
    data: new Uint8ClampedArray(image.pixels),
  }
  image.free()
  drawing.free()
  return pixels
}

export const textsOfPdf = async (pdf: Buffer): Promise<string> => {
  const document = await library.loadDocument(pdf)
  const text = document.getPage(0).getText()
  document.destroy()
  return text.replaceAll(/\s+/g, ' ')
}

/** What each decoder reads on each face. A face of a tent is cut out, as a camera sees one only. */
export const readFaces = async (pixels: Pixels, layout: Layout) => {
  const whole = await readBarcodes(pixels as Parameters<typeof readBarcodes>[0], {
    formats: ['QRCode'],
    maxNumberOfSymbols: 9,
  })
  const faces = layout.faces.map(({ y, height }) => {
    const scale = pixels.height / (layout.height + 2 * layout.marginY)
    return rowsOf(pixels, (y + layout.marginY) * scale, height * scale)
  })
  return { count: whole.length, faces: await Promise.all(faces.map(decode)) }
}

const rowsOf = ({ width, data }: Pixels, from: number, count: number): Pixels => {
  const [first, height] = [Math.round(from), Math.floor(count)]
  const part = data.slice(first * width * 4, (first + height) * width * 4)
  return { width, height: part.length / width / 4, data: part }
}
