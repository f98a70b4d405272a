import { foldForSearch } from '../../platform/text/text.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text in the order of the text, folded, in any script; at most the first `most`. */
export const wordsOf = (text: string, most = Number.POSITIVE_INFINITY): string[] => {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(foldForSearch(text))) {
    if (words.length >= most) break
    if (isWordLike) words.push(segment)
  }
  return words
}
