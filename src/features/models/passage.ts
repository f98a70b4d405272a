/** A piece of a source that an answer can cite. */
export interface Passage {
  id: string
  sourceId: string
  /** The title of the source or of the web page, for the visitor. */
  title: string
  url: string | null
  /** The headings above it, from the outermost to the innermost. */
  headings: string[]
  /** The page of a PDF, from 1. */
  page: number | null
  text: string
  /** The source is a question with the owner's answer, of which the passage may be a part. */
  isAnswer?: true
}

export interface Found {
  /**
   * All in a stable order when `isWhole`; otherwise the best first, at most 8 or all parts of one
   * answer.
   */
  passages: Passage[]
  /** Everything that the code knows is in `passages`. */
  isWhole: boolean
  /** 0 to 1: how well the best passage covers the words of the question. */
  best: number
}

/** The maximum number of passages for an answer. */
export const maxPassages = 8

/** The maximum number of pages of one source. */
export const maxSourcePages = 2000

/** A rough estimate for every script: about four letters of the Latin script. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4)
