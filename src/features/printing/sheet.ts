import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflate, type ZlibOptions } from 'node:zlib'
import { type Cell, cellsOf, papers, type SheetLayout } from '#contract/sheet-layouts.ts'
import { pictureOf } from '../drawing/picture.ts'
import type { ImageStyle } from '../drawing/style.ts'
import { stickerFace } from './faces.ts'
import { type Font, loadFont } from './font.ts'
import { codeIn, requireLegible } from './layout.ts'
import { captionOf, printableTexts, textWidth, wrap } from './lines.ts'
import { checkPrintSize } from './pdf.ts'
import { compression, decimal, inMillimetres, newPdf } from './pdf-file.ts'
import { type FaceTools, faceOperators, fontNames, newFaceTools } from './piece-pdf.ts'

export interface SheetItem {
  readonly text: string
  readonly style: Partial<ImageStyle>
  /** Printed below the code. */
  readonly name: string
  /** In a frame around the code; null for no frame. */
  readonly callToAction?: string | null
}

/** The layout of a sheet without its codes, in millimetres. */
interface Design {
  readonly font: Font
  readonly fontSize: number
  readonly lineHeight: number
  /** The number of lines of the longest caption. */
  readonly lineCount: number
  readonly padding: number
}

const compress = promisify<string, ZlibOptions, Buffer>(deflate)
const maxLines = 2
const markLength = 2

/** Renders all codes on as many pages as they need. Yields to other work between the pages. */
export const renderSheet = async (
  items: readonly SheetItem[],
  layout: SheetLayout,
): Promise<Buffer> => {
  const paper = papers[layout.paper]
  const cells = cellsOf(layout)
  const design = designOf(items, cells[0] as Cell)
  const pdf = newPdf()
  const tools = newFaceTools(pdf)
  const pages: Promise<Buffer>[] = []
  for (let first = 0; first < items.length; first += cells.length) {
    const onPage = items.slice(first, first + cells.length)
    const drawn = onPage.map((item, index) => {
      const cell = cells[index] as Cell
      return typeof item.callToAction === 'string'
        ? drawFramed(item, item.callToAction, cell, design, tools)
        : drawItem(item, cell, design, tools)
    })
    const marks = layout.cutMarks ? cutMarks(cells) : ''
    const content = `${inMillimetres(paper.heightMm)}${marks}${drawn.join('')}`
    pages.push(compress(content, compression))
    await nextTurn()
  }
  const contents = (await Promise.all(pages)).map((page) => pdf.addDeflated(page))
  const resources = tools.resources()
  return pdf.finish(contents.map((content) => ({ ...paper, content, resources })))
}

const designOf = (items: readonly SheetItem[], cell: Cell): Design => {
  const font = loadFont()
  const padding = Math.min(3, cell.width / 12, cell.height / 12)
  const fontSize = Math.min(Math.max(cell.height * 0.07, 1.8), 3.2)
  const lineCounts = items.map(({ name, text }) => {
    const caption = captionOf(name, text, font)
    return wrap(caption, (cell.width - 2 * padding) / fontSize, maxLines, font).length
  })
  // The same for all items, so that all codes of a sheet have the same size.
  const lineCount = lineCounts.reduce((maximum, count) => Math.max(maximum, count), 0)
  return { font, padding, fontSize, lineHeight: fontSize * 1.2, lineCount }
}

const drawItem = (item: SheetItem, cell: Cell, design: Design, tools: FaceTools): string => {
  const { font, padding, fontSize, lineHeight, lineCount } = design
  const picture = pictureOf(item.text, item.style)
  const textHeight = lineCount * lineHeight
  const side = Math.min(cell.width - 2 * padding, cell.height - 2 * padding - textHeight)
  checkPrintSize(picture, side)
  const top = cell.y + (cell.height - side - textHeight) / 2
  const scale = side / picture.extent
  const place = [scale, 0, 0, scale, cell.x + (cell.width - side) / 2, top].map(decimal).join(' ')
  const code = `q ${place} cm\n${tools.drawing.operators(picture)}Q\n`

  const caption = captionOf(item.name, item.text, font)
  const maxWidth = (cell.width - 2 * padding) / fontSize
  const lines = wrap(caption, maxWidth, maxLines, font).map((line, index) => {
    const x = cell.x + (cell.width - textWidth(line, font) * fontSize) / 2
    const baseline = top + side + lineHeight * index + fontSize
    return `1 0 0 -1 ${decimal(x)} ${decimal(baseline)} Tm ${tools.font('regular').encode(line)} Tj\n`
  })
  return `${code}BT 0 g ${fontNames.regular} ${decimal(fontSize)} Tf\n${lines.join('')}ET\n`
}

/** The frame of a sticker, with the name below the call to action. */
const drawFramed = (
  item: SheetItem,
  callToAction: string,
  cell: Cell,
  { font, padding }: Design,
  tools: FaceTools,
): string => {
  const picture = pictureOf(item.text, item.style)
  const { texts } = printableTexts({
    title: captionOf(item.name, item.text, font),
    callToAction,
    text: item.text,
  })
  // Neighbours must not touch: labels are never placed exactly.
  const [width, height] = [cell.width - padding, cell.height - padding]
  const radius = Math.min(width, height) * 0.05
  const { items } = stickerFace(width, height, { picture, texts }, { bleed: noBleed, radius })
  requireLegible(picture, codeIn(items))
  const place = `1 0 0 1 ${decimal(cell.x + padding / 2)} ${decimal(cell.y + padding / 2)}`
  return `q ${place} cm\n${faceOperators(items, picture, tools)}Q\n`
}

const noBleed = { top: 0, right: 0, bottom: 0, left: 0 }

/** Thin gray crosses. Adjacent cells share theirs. */
const cutMarks = (cells: readonly Cell[]): string => {
  const lines = new Set<string>()
  for (const { x, y, width, height } of cells) {
    for (const cornerX of [x, x + width]) {
      for (const cornerY of [y, y + height]) {
        const [left, right, middleX] = [cornerX - markLength, cornerX + markLength, cornerX].map(
          decimal,
        )
        const [top, bottom, middleY] = [cornerY - markLength, cornerY + markLength, cornerY].map(
          decimal,
        )
        lines.add(`${left} ${middleY} m ${right} ${middleY} l\n`)
        lines.add(`${middleX} ${top} m ${middleX} ${bottom} l\n`)
      }
    }
  }
  return `q 0.1 w 0.5 G\n${[...lines].join('')}S Q\n`
}
