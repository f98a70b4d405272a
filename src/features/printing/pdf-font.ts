import type { Font } from './font.ts'
import type { PdfFile, Ref } from './pdf-file.ts'

/** A font of a file, with the glyphs of all texts that use it. */
export interface PdfFont {
  /** The operand of Tj. */
  encode(text: string): string
  /** Call this once, after the last text. */
  finish(): Ref
}

const perMille = (font: Font, units: number) => Math.round((units * 1000) / font.unitsPerEm)

export const newPdfFont = (pdf: PdfFile, font: Font): PdfFont => {
  const used = new Map<number, string>()
  return {
    encode(text) {
      const glyphs = Array.from(text, (character) => {
        const glyph = font.glyphOf(character) ?? 0
        used.set(glyph, character)
        return hex(glyph)
      })
      return `<${glyphs.join('')}>`
    },
    finish() {
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
