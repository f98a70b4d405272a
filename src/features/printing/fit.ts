import type { Font } from './font.ts'
import { textWidth, wrap } from './lines.ts'

/** In millimetres. */
interface Available {
  readonly width: number
  readonly height: number
  /** The largest and the smallest font size. */
  readonly largest: number
  readonly smallest: number
  readonly maxLines: number
}

export interface FittedText {
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
