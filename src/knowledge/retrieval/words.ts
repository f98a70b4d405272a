import { foldForSearch } from '../../kit/text.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text in the order of the text, folded, in any script. */
export const wordsOf = (text: string): string[] => {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(foldForSearch(text))) {
    if (isWordLike) words.push(segment)
  }
  return words
}
