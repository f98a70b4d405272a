import type { Font } from './font.ts'

const ellipsis = '…'
const graphemes = new Intl.Segmenter()

/** The characters of a text that the font lacks, each once. */
export const missingIn = (text: string, font: Font): string[] => [
  ...new Set(Array.from(tidy(text)).filter((character) => font.glyphOf(character) === undefined)),
]

/**
 * The text below a code: its name, or its URL if the font lacks a letter of the name. The font has
 * no Arabic, Hebrew, Indic or East Asian letters and no emoji, and empty boxes would print a wrong
 * name.
 */
export const captionOf = (name: string, text: string, font: Font): string => {
  const candidates = [name, withoutScheme(text)]
  return tidy(candidates.find((candidate) => missingIn(candidate, font).length === 0) ?? '')
}

/** An address as people read and type it. */
export const withoutScheme = (address: string): string => address.replace(/^https?:\/\//i, '')

/** Without characters that are invisible on paper: controls, soft hyphens, zero-width spaces. */
export const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u00ad\u200b\u2060\ufeff]/gu, '')
    .trim()

/** In units of the font size. */
export const textWidth = (text: string, font: Font): number => {
  let units = 0
  for (const character of text) units += font.widthOf(font.glyphOf(character) ?? 0)
  return units / font.unitsPerEm
}

/** Breaks lines at spaces, and inside a word that is too long. The last line may end with "…". */
export const wrap = (text: string, maxWidth: number, maxLines: number, font: Font): string[] => {
  const lines: string[] = []
  let rest = text
  while (rest !== '' && lines.length < maxLines) {
    const isLast = lines.length === maxLines - 1
    const line = cutLine(rest, maxWidth, font, isLast)
    lines.push(line.shown)
    rest = line.rest
  }
  return lines
}

const cutLine = (text: string, maxWidth: number, font: Font, isLast: boolean) => {
  if (textWidth(text, font) <= maxWidth) return { shown: text, rest: '' }
  const available = isLast ? maxWidth - textWidth(ellipsis, font) : maxWidth
  let length = 0
  let width = 0
  for (const { segment, index } of graphemes.segment(text)) {
    width += textWidth(segment, font)
    if (width > available) break
    length = index + segment.length
  }
  if (isLast) return { shown: `${text.slice(0, length).trimEnd()}${ellipsis}`, rest: '' }
  const space = text.lastIndexOf(' ', length)
  // At least one character, because a very narrow line would otherwise cause an endless loop.
  const end = space > 0 ? space : Math.max(length, 1)
  return { shown: text.slice(0, end).trimEnd(), rest: text.slice(end).trimStart() }
}
