import { parseHex } from '../drawing/color.ts'
import type { Picture } from '../drawing/picture.ts'
import { foldDashMm, type Mark, markWidthMm } from './crop-marks.ts'
import { loadFont, type Weight } from './font.ts'
import type { FacePlace, Item } from './items.ts'
import type { Layout } from './layout.ts'
import { newDrawing, type PdfDrawing, roundedBox } from './pdf-drawing.ts'
import { channels, decimal, inMillimetres, newPdf, type PdfFile } from './pdf-file.ts'
import { newPdfFont, type PdfFont } from './pdf-font.ts'

/** Shared by the faces of a file. */
export interface FaceTools {
  readonly drawing: PdfDrawing
  font(weight: Weight): PdfFont
  /** Call this once, after the last face. */
  resources(): string
}

export const fontNames: Record<Weight, string> = { regular: '/F', bold: '/B' }

export const newFaceTools = (pdf: PdfFile): FaceTools => {
  const drawing = newDrawing(pdf)
  const fonts = new Map<Weight, PdfFont>()
  return {
    drawing,
    font(weight) {
      const font = fonts.get(weight) ?? newPdfFont(pdf, loadFont(weight))
      fonts.set(weight, font)
      return font
    },
    resources() {
      const written = Array.from(fonts, ([weight, font]) => `${fontNames[weight]} ${font.finish()}`)
      return `${drawing.resources()}/Font<<${written.join('')}>>`
    },
  }
}

/** One page, with the boxes that print shops read. */
export const pdfOfPiece = (layout: Layout): Buffer => {
  const { width, height, marginX, marginY, bleed } = layout
  const pdf = newPdf()
  const tools = newFaceTools(pdf)
  const [widthMm, heightMm] = [width + 2 * marginX, height + 2 * marginY] as const
  const face = faceOperators(layout.items, layout.picture, tools)
  const faces = layout.faces.map((place) => `q ${placed(place)} cm\n${face}Q\n`)
  const content = pdf.addStream(
    `${inMillimetres(heightMm)}1 0 0 1 ${decimal(marginX)} ${decimal(marginY)} cm\n` +
      `${faces.join('')}${marks(layout.marks)}`,
  )
  const page = { widthMm, heightMm, content, resources: tools.resources() }
  const boxes = { bleedMm: marginX - bleed, trimMm: marginX }
  return pdf.finish([layout.isOnPaper ? page : { ...page, boxes }])
}

const placed = ({ x, y, width, height, isTurned }: FacePlace): string =>
  isTurned
    ? `-1 0 0 -1 ${decimal(x + width)} ${decimal(y + height)}`
    : `1 0 0 1 ${decimal(x)} ${decimal(y)}`

export const faceOperators = (
  items: readonly Item[],
  picture: Picture,
  { drawing, font }: FaceTools,
): string => {
  const drawn = (item: Item): string => {
    if (item.type === 'box') {
      return `${channels(parseHex(item.color))} rg ${roundedBox(item)}f\n`
    }
    if (item.type === 'line') {
      const { weight, fontSize, x, baseline, text, color } = item
      return (
        `BT ${channels(parseHex(color))} rg ${fontNames[weight]} ${decimal(fontSize)} Tf ` +
        `1 0 0 -1 ${decimal(x)} ${decimal(baseline)} Tm ${font(weight).encode(text)} Tj ET\n`
      )
    }
    const scale = item.side / picture.extent
    const place = [scale, 0, 0, scale, item.x, item.y].map(exact).join(' ')
    return `q ${place} cm\n${drawing.operators(picture)}Q\n`
  }
  return items.map(drawn).join('')
}

const marks = (all: readonly Mark[]): string => {
  const lines = all.map(({ x1, y1, x2, y2, isFold }) => {
    const dashes = isFold ? `[${foldDashMm}] 0 d` : '[] 0 d'
    const [fromX, fromY, toX, toY] = [x1, y1, x2, y2].map(decimal)
    return `${dashes} ${fromX} ${fromY} m ${toX} ${toY} l S\n`
  })
  return lines.length === 0 ? '' : `q ${markWidthMm} w 0 G\n${lines.join('')}Q\n`
}

/** A scale multiplies an error, so it is exact to a millionth. */
const exact = (value: number): string => String(Math.round(value * 1e6) / 1e6)
