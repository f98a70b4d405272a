import { loadFont } from './font.ts'
import { missingIn, tidy, withoutScheme } from './lines.ts'

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
    texts[field] = missing.length === 0 ? tidy(texts[field]) : ''
    if (missing.length > 0) {
      leftOut.push({ field, characters: missing.slice(0, shownCharacters) })
    }
  }
  return { texts, leftOut }
}
