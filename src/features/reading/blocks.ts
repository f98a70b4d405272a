import { maxSourcePages } from '../models/model.ts'

/** A heading, or a paragraph, list or table. */
export interface Block {
  /** 1 to 6 for a heading, 0 for text. */
  level: number
  text: string
}

/** More than the paragraphs of 2,000 pages. */
const maxBlocks = 500_000

/**
 * Collects the blocks of a file. Refuses a file with too much text while it is read: the text may be
 * far larger than the file, such as a table that repeats the names of its columns.
 */
export const createBlocks = () => {
  const blocks: Block[] = []
  let characters = 0
  return {
    blocks,
    add(level: number, text: string) {
      characters += text.length
      if (characters > maxSourceCharacters || blocks.length >= maxBlocks) throw tooMuchText()
      blocks.push({ level, text })
    },
  }
}

export const tooMuchText = () =>
  new Unreadable(
    'The file has more text than 2,000 pages, the maximum of a source. Split it into several files.',
  )

/** The message is a sentence for the owner of the source. */
export class Unreadable extends Error {}

/** The end of the reason when a file can be read later: it is not deleted. */
export const readAgain = 'then read the file again.'

/** A page of a file that has no pages of its own. */
const charactersOfPage = 3000

/** The maximum text of one source. */
export const maxSourceCharacters = maxSourcePages * charactersOfPage

export const pagesOf = (characters: number): number =>
  Math.max(1, Math.ceil(characters / charactersOfPage))

export const requirePages = (pages: number): number => {
  if (pages <= maxSourcePages) return pages
  throw new Unreadable(
    `The file has ${pages.toLocaleString('en')} pages; a source can have at most ` +
      `${maxSourcePages.toLocaleString('en')}. Split it into several files.`,
  )
}
