import type { ScanLanguage } from '#contract/languages.ts'
import { inArabic } from './words/ar.ts'
import { inGerman } from './words/de.ts'
import { inEnglish } from './words/en.ts'
import { inSpanish } from './words/es.ts'
import { inFrench } from './words/fr.ts'
import { inItalian } from './words/it.ts'
import { inJapanese } from './words/ja.ts'
import { inPolish } from './words/pl.ts'
import { inPortuguese } from './words/pt.ts'
import { inTurkish } from './words/tr.ts'
import { inChinese } from './words/zh.ts'

/** The page's own words in every language. The owner's texts are not translated. */
export type ScanWords = typeof inEnglish

export const scanWords: Record<ScanLanguage, ScanWords> = {
  en: inEnglish,
  de: inGerman,
  es: inSpanish,
  fr: inFrench,
  pt: inPortuguese,
  it: inItalian,
  pl: inPolish,
  tr: inTurkish,
  ar: inArabic,
  zh: inChinese,
  ja: inJapanese,
}
