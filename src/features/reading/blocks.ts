import { maxSourceCharacters, Unreadable } from './unreadable.ts'

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
