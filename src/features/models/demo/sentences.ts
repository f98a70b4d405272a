import { abbreviations, ordered } from './languages/letters.ts'

/** Splits a line into sentences, in any script. Abbreviations and dates do not end a sentence. */
export const sentencesOf = (line: string): string[] => {
  const first = firstOfAll.exec(line)
  const isEnumeration = first !== null && second.test(line.slice(first.index))
  const sentences: string[] = []
  let start = 0
  for (const { 0: end, index } of line.matchAll(ends)) {
    const at = index + end.length
    const before = line.slice(Math.max(start, at - longestEnd), at).trimEnd()
    if (abbreviation.test(before) || initials.test(before)) continue
    if (/\d\.$/.test(before) && (isEnumeration || isOrdered.test(line.slice(at)))) continue
    sentences.push(line.slice(start, at))
    start = at
  }
  sentences.push(line.slice(start))
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

const ends =
  /(?<![.!?…])[.!?…]{1,40}["'”»)]{0,4}\s{1,40}(?=["'“„«(¿¡]{0,4}[\p{Lu}\p{Lo}\p{N}])|[。！？؟]{1,40}["'”」』）)]{0,4}/gu

const abbreviation = new RegExp(`(?:^|[\\s(])(?:${abbreviations})\\.$`, 'i')

const initials = /(?:^|[\s(])(?:\p{Lu}|(?:\p{L}\.)+\p{L})\.$/u

/**
 * The number of last characters that decide whether a sentence ends: an abbreviation, and the space
 * after it.
 */
const longestEnd = 80

const firstOfAll = /(?:^|[:：;,]\s{0,9})1[.)]\s/
const second = /\s2[.)]\s/

const isOrdered = new RegExp(`^(?:${ordered})`, 'i')
