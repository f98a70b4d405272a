import { parseHex } from '../drawing/color.ts'
import type { Picture } from '../drawing/picture.ts'
import type { FacePlace, Item } from './faces.ts'
import { type Font, loadFont, type Weight } from './font.ts'
import type { Layout } from './layout.ts'
import { foldDashMm, type Mark, markWidthMm } from './paper.ts'
import { newDrawing, roundedBox } from './pdf.ts'
import { channels, decimal, inMillimetres, newPdf, type PdfFile, type Ref } from './pdf-file.ts'

export const fontNames: Record<Weight, string> = { regular: '/F', bold: '/B' }

export type FaceTools = ReturnType<typeof newFaceTools>

/** Shared by the faces of a file. */
export const newFaceTools = (pdf: PdfFile) => {
  const drawing = newDrawing(pdf)
  const fonts = new Map<Weight, ReturnType<typeof newPdfFont>>()
  return {
    drawing,
    font(weight: Weight) {
      const font = fonts.get(weight) ?? newPdfFont(pdf, loadFont(weight))
      fonts.set(weight, font)
      return font
    },
    /** Call this once, after the last face. */
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

/** A font of a file, with the glyphs of all texts that use it. */
const perMille = (font: Font, units: number) => Math.round((units * 1000) / font.unitsPerEm)

const newPdfFont = (pdf: PdfFile, font: Font) => {
  const used = new Map<number, string>()
  return {
    /** The operand of Tj. */
    encode(text: string): string {
      const glyphs = Array.from(text, (character) => {
        const glyph = font.glyphOf(character) ?? 0
        used.set(glyph, character)
        return hex(glyph)
      })
      return `<${glyphs.join('')}>`
    },
    /** Call this once, after the last text. */
    finish(): Ref {
      const name = `/${tagOf(used.keys())}+${font.name}`
      const glyphs = new Map([...used].sort(([a], [b]) => a - b))
      const file = pdf.addStream(font.subset(new Set(glyphs.keys())))
      const box = font.box.map((units) => perMille(font, units)).join(' ')
      const ascent = perMille(font, font.ascent)
      const descriptor = pdf.add(
        `<</Type/FontDescriptor/FontName${name}/Flags 4/FontBBox[${box}]/ItalicAngle 0` +
          `/Ascent ${ascent}/Descent ${perMille(font, font.descent)}/CapHeight 711/StemV 80` +
          `/FontFile2 ${file}>>`,
      )
      const widths = Array.from(
        glyphs.keys(),
        (glyph) => `${glyph}[${perMille(font, font.widthOf(glyph))}]`,
      )
      const descendant = pdf.add(
        `<</Type/Font/Subtype/CIDFontType2/BaseFont${name}/CIDToGIDMap/Identity` +
          '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>' +
          `/FontDescriptor ${descriptor}/W[${widths.join('')}]>>`,
      )
      const unicode = pdf.addStream(unicodeMap(glyphs))
      return pdf.add(
        `<</Type/Font/Subtype/Type0/BaseFont${name}/Encoding/Identity-H` +
          `/DescendantFonts[${descendant}]/ToUnicode ${unicode}>>`,
      )
    },
  }
}

const hex = (number: number): string => number.toString(16).padStart(4, '0')

/**
 * Six letters that distinguish subsets. Derived from the glyphs, so that the file is reproducible.
 */
const tagOf = (glyphs: Iterable<number>): string => {
  let sum = 0
  for (const glyph of glyphs) sum = (sum * 31 + glyph + 1) % 26 ** 6
  const letters = Array.from({ length: 6 }, (_, index) =>
    String.fromCharCode(65 + (Math.floor(sum / 26 ** index) % 26)),
  )
  return letters.join('')
}

/** Makes the names searchable and copyable. */
const unicodeMap = (glyphs: ReadonlyMap<number, string>): string => {
  const lines = Array.from(glyphs, ([glyph, character]) => {
    const units = Array.from({ length: character.length }, (_, at) => hex(character.charCodeAt(at)))
    return `<${hex(glyph)}> <${units.join('')}>`
  })
  const blocks: string[] = []
  // A block may have at most a hundred entries.
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`)
  }
  return (
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n' +
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n' +
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n' +
    `${blocks.join('')}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n`
  )
}
