import { type Font, loadFont } from './font.ts'

const ellipsis = '…'
const graphemes = new Intl.Segmenter()

/** The characters of a text that the font lacks, each once. */
const missingIn = (text: string, font: Font): string[] => [
  ...new Set(
    Array.from(tidyText(text)).filter((character) => font.glyphOf(character) === undefined),
  ),
]

/**
 * The text below a code: its name, or its URL if the font lacks a letter of the name. The font has
 * no Arabic, Hebrew, Indic or East Asian letters and no emoji, and empty boxes would print a wrong
 * name.
 */
export const captionOf = (name: string, text: string, font: Font): string => {
  const candidates = [name, withoutScheme(text)]
  return tidyText(candidates.find((candidate) => missingIn(candidate, font).length === 0) ?? '')
}

/** An address as people read and type it. */
const withoutScheme = (address: string): string => address.replace(/^https?:\/\//i, '')

/** Without characters that are invisible on paper: controls, soft hyphens, zero-width spaces. */
export const tidyText = (text: string): string =>
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

/** In millimetres. */
interface Available {
  readonly width: number
  readonly height: number
  /** The largest and the smallest font size. */
  readonly largest: number
  readonly smallest: number
  readonly maxLines: number
}

interface FittedText {
  readonly lines: readonly string[]
  readonly fontSize: number
  /** Whether the text ends with "…", because it does not fit at the smallest size. */
  readonly isShortened: boolean
}

// Multiples of the font size. The highest and the lowest glyph (Ế, ç) stay inside.
const lineSpacing = 1.2
const above = 1.06
const below = 0.27

/** The height of a block of lines. */
export const blockHeight = ({ lines, fontSize }: FittedText): number =>
  lines.length === 0 ? 0 : fontSize * (above + below + (lines.length - 1) * lineSpacing)

/** From the top of the block. */
export const baselineOf = (line: number, fontSize: number): number =>
  fontSize * (above + line * lineSpacing)

/** From one size to the next smaller one. */
const step = 0.94
const balancingSteps = 6

/** The largest size at which the text fits its room without breaking a word. */
export const fitText = (text: string, available: Available, font: Font): FittedText => {
  if (text === '') return { lines: [], fontSize: available.smallest, isShortened: false }
  const widest = text
    .split(' ')
    .reduce((maximum, word) => Math.max(maximum, textWidth(word, font)), 0)
  const whole = textWidth(text, font)
  for (let fontSize = available.largest; fontSize >= available.smallest; fontSize *= step) {
    const maxWidth = available.width / fontSize
    const count = linesAt(available, fontSize)
    // The quick refusals spare most of the wrapping.
    if (count < 1 || widest > maxWidth || whole > maxWidth * count) continue
    const lines = wrap(text, maxWidth, count + 1, font)
    if (lines.length > count) continue
    return { lines: balanced(text, lines, maxWidth, font), fontSize, isShortened: false }
  }
  const fontSize = available.smallest
  const lines = wrap(
    text,
    available.width / fontSize,
    Math.max(linesAt(available, fontSize), 0),
    font,
  )
  const isShortened = lines.join('').replaceAll(' ', '') !== text.replaceAll(' ', '')
  return { lines, fontSize, isShortened }
}

const linesAt = ({ height, maxLines }: Available, fontSize: number): number =>
  Math.min(maxLines, Math.floor((height / fontSize - above - below) / lineSpacing + 1 + 1e-9))

/** Lines of similar length: a single short word in the last line looks like a mistake. */
const balanced = (text: string, lines: string[], maxWidth: number, font: Font): string[] => {
  if (lines.length < 2) return lines
  let best = lines
  let [low, high] = [textWidth(text, font) / lines.length, maxWidth]
  for (let round = 0; round < balancingSteps; round++) {
    const width = (low + high) / 2
    const tried = wrap(text, width, lines.length + 1, font)
    const isWhole = tried.every((line) => textWidth(line, font) <= width)
    if (tried.length === lines.length && isWhole && hasWholeWords(tried, text)) {
      best = tried
      high = width
    } else {
      low = width
    }
  }
  return best
}

const hasWholeWords = (lines: readonly string[], text: string): boolean => lines.join(' ') === text

export const pieceTexts = ['title', 'call_to_action', 'address'] as const
export type PieceText = (typeof pieceTexts)[number]

export interface TextProblem {
  readonly field: PieceText
  /** The first characters that the font lacks. */
  readonly characters: readonly string[]
}

interface Wanted {
  readonly title: string
  readonly callToAction: string
  /** The address that the code encodes. */
  readonly text: string
}

const shownCharacters = 8

/**
 * The texts that can be printed. A text with a character that the font lacks is left out as a whole:
 * paper cannot be corrected when it shows empty boxes, or a name without some of its letters.
 */
export const printableTexts = ({ title, callToAction, text }: Wanted) => {
  const texts = { title, call_to_action: callToAction, address: withoutScheme(text) }
  const leftOut: TextProblem[] = []
  for (const field of pieceTexts) {
    // Both weights have the same characters.
    const missing = missingIn(texts[field], loadFont())
    texts[field] = missing.length === 0 ? tidyText(texts[field]) : ''
    if (missing.length > 0) {
      leftOut.push({ field, characters: missing.slice(0, shownCharacters) })
    }
  }
  return { texts, leftOut }
}
