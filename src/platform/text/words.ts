import type { ScanLanguage } from '#contract/languages.ts'
import { smallWords } from './small-words.ts'

/** Letters without a decomposition in Unicode, as they are typed in a hurry. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  ł: 'l',
  ı: 'i',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ة: 'ه',
  ى: 'ي',
}

/** Removes case, accents and letter variants, so that quickly typed words still match. */
export const foldWords = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    // Removes accents and Arabic vowel signs. The marks of kana change the syllable and stay.
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670\u0640]/g, '')
    .replace(/[ßłıøđæœةى]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[’‘`´]/g, "'")
    .normalize('NFC')

export const smallWordsOf = Object.fromEntries(
  Object.entries(smallWords).map(([language, words]) => [
    language,
    new Set(foldWords(words).split(/\s+/)),
  ]),
) as Record<ScanLanguage, Set<string>>

const allSmallWords = new Set(Object.values(smallWordsOf).flatMap((words) => [...words]))

/** Finds word boundaries in Chinese and Japanese, which write no spaces. */
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/** The words of a folded text, in any script. */
export const wordsIn = (folded: string): string[] =>
  [...segmenter.segment(folded)]
    .filter(({ isWordLike }) => isWordLike)
    .flatMap(({ segment }) => segment.split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== '')

/** Small words do not name a subject. */
export const isSmallWord = (word: string): boolean => allSmallWords.has(word) || grammar.test(word)

/** Single letters, and Hiragana, in which the grammar of Japanese is written. */
const grammar = /^(?:[^\d\p{Script=Han}]|\p{Script=Hiragana}+)$/u

/** The stems of the words of a folded text that name a subject. */
export const stemsOf = (folded: string): string[] =>
  wordsIn(folded)
    .filter((word) => !isSmallWord(word))
    .map(stemOf)

const longestStem = 40

/** Light stemming: not correct grammar, but the same for questions and facts. */
export const stemOf = (whole: string): string => {
  // Each ending is compared with the whole word, so limit its length.
  const word = whole.slice(0, longestStem)
  if (/^\p{Script=Arabic}+$/u.test(word)) {
    return word.replace(/^[وبلف]?ال(?=...)/u, '').replace(/(?<=...)(?:ات|ون|ين|ها|ه|ي)$/u, '')
  }
  let stem = word.replace(/(?<=..)ies$/, 'y').replace(/(?<=[^s]{2})s$/, '')
  for (let shorter = ''; stem !== shorter; ) {
    shorter = stem
    stem = stem.replace(/(?<=.{4})(?:ing|ed|en|er|em|es|[aeiouyns])$/, '')
  }
  return stem
}
