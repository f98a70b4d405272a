import { abbreviations, ordered } from './words/sentences.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Splits a line into sentences, in any script. Abbreviations and dates do not end a sentence. */
export const sentencesOf = (line: string): string[] => {
  const sentences: string[] = []
  let start = 0
  for (const { segment, index } of segmenter.segment(line)) {
    const end = index + segment.length
    const before = line.slice(Math.max(start, end - longestEnd), end)
    const isDate = /\d\.\s{0,40}$/.test(before) && isOrdered.test(line.slice(end, end + 20))
    if (end < line.length && (isDate || isAbbreviation.test(before))) continue
    sentences.push(line.slice(start, end).trim())
    start = end
  }
  return sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

/** The number of last characters that decide whether a sentence ends. */
const longestEnd = 80
const isAbbreviation = new RegExp(
  `(?:^|[\\s(])(?:${abbreviations}|\\p{Lu}|(?:\\p{L}\\.){1,3}\\p{L})\\.\\s{0,40}$`,
  'iu',
)
const isOrdered = new RegExp(`^(?:${ordered})`, 'i')
