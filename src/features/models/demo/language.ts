import type { ScanLanguage } from '#contract/languages.ts'
import { foldWords, smallWordsOf } from '../../../platform/text/words.ts'

/** The language of a question, by its script or else by its small words. Falls back to `hint`. */
export const languageOf = (text: string, hint: string | undefined): ScanLanguage => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Han}/u.test(text)) return hint === 'ja' ? 'ja' : 'zh'
  if (/\p{Script=Arabic}/u.test(text)) return 'ar'
  const words = foldWords(text).match(/\p{L}+/gu) ?? []
  const fallback = isLanguage(hint) ? hint : 'en'
  let best: { language: ScanLanguage; hits: number } = { language: fallback, hits: 0 }
  for (const language of [fallback, ...languages]) {
    const hits = words.filter((word) => smallWordsOf[language].has(word)).length
    if (hits > best.hits) best = { language, hits }
  }
  return best.language
}

const languages = Object.keys(smallWordsOf) as ScanLanguage[]

const isLanguage = (text: string | undefined): text is ScanLanguage =>
  languages.some((language) => language === text)
