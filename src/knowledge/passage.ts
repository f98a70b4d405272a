export interface Passage {
  id: string
  sourceId: string
  /** The title of the source, for the visitor. */
  title: string
  url: string | null
  headings: string[]
  /** The page of a PDF, from 1. */
  page: number | null
  text: string
}

export interface Found {
  /** At most 8 above the token limit; all in a stable order below it. */
  passages: Passage[]
  /** Everything that the code knows is in `passages`. */
  isWhole: boolean
  /** 0 to 1: how well the best passage covers the words of the question. */
  best: number
}
