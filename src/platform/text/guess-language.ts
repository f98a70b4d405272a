import type { ScanLanguage } from '#contract/languages.ts'
import { foldWords, smallWordsOf, wordsIn } from './words.ts'

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
