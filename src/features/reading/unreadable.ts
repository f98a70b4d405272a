import { maxSourcePages } from '../models/passage.ts'

/** The message is a sentence for the owner of the source. */
export class Unreadable extends Error {}

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
