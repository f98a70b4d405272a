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

interface Notice {
  title: string
  text: string
}

/** The page's own words, in the languages that it speaks. What the owner wrote stays as it is. */
export interface ScanWords {
  /** Said plainly, always visible. */
  assistant: string
  demo: string
  ask: string
  send: string
  stop: string
  menu: string
  startOver: string
  end: string
  forget: string
  language: string
  about: string
  close: string
  cancel: string
  forgetTitle: string
  forgetText: string
  forgetNow: string
  aboutText: string
  demoText: string
  /** In two sentences. */
  privacy: string
  copy: string
  copied: string
  good: string
  bad: string
  thanks: string
  listen: string
  retry: string
  newest: string
  /** Who said it, for those who cannot see on which side it stands. */
  you: string
  stopped: string
  unsent: string
  offline: string
  reconnecting: string
  kept: string
  closed: string
  timedOut: string
  limit: string
  forgotten: string
  failed: string
  /** Without a script: an answer that takes long. */
  writing: string
  more: string
  unknown: Notice
  archived: Notice
  unavailable: Notice
}

/** Those that the script says; the others stand in the page. */
export const scriptWords = [
  'assistant',
  'send',
  'stop',
  'copied',
  'thanks',
  'stopped',
  'unsent',
  'offline',
  'reconnecting',
  'kept',
  'closed',
  'timedOut',
  'limit',
  'forgotten',
  'failed',
] as const satisfies (keyof ScanWords)[]
export type ScriptWords = Pick<ScanWords, (typeof scriptWords)[number]>

export const scanLanguages = [
  'en',
  'de',
  'es',
  'fr',
  'pt',
  'it',
  'pl',
  'tr',
  'ar',
  'zh',
  'ja',
] as const
export type ScanLanguage = (typeof scanLanguages)[number]

/** Each in its own tongue: whoever looks for theirs cannot read the others. */
export const languageNames: Record<ScanLanguage, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  it: 'Italiano',
  pl: 'Polski',
  tr: 'Türkçe',
  ar: 'العربية',
  zh: '中文',
  ja: '日本語',
}

export const isRightToLeft = (language: ScanLanguage): boolean => language === 'ar'

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
