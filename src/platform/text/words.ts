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

const smallWordsOf = Object.fromEntries(
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

/** Scripts of one language among those of visitors. Kana comes first: Japanese has Han too. */
const scripts: [script: RegExp, language: ScanLanguage][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Arabic}/gu, 'ar'],
]
const maxCharacters = 2000
/** A few borrowed words do not make a text Chinese. */
const scriptShare = 0.1

/**
 * The language whose small words a text has most of. Null when it has none, or as many of two: a
 * question can be a single name.
 */
export const guessLanguage = (text: string): ScanLanguage | null => {
  const folded = foldWords(text.slice(0, maxCharacters))
  for (const [script, language] of scripts) {
    if ((folded.match(script)?.length ?? 0) > folded.length * scriptShare) return language
  }
  const words = wordsIn(folded)
  const counts = Object.entries(smallWordsOf)
    .map(([language, small]) => ({
      language: language as ScanLanguage,
      count: words.filter((word) => small.has(word)).length,
    }))
    .sort((a, b) => b.count - a.count)
  const [first, second] = counts
  return first && first.count > (second?.count ?? 0) ? first.language : null
}
