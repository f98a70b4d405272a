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

interface Notice {
  title: string
  text: string
}

/** The page's own words in every language. The owner's texts are not translated. */
export interface ScanWords {
  /** Always visible, so that every visitor knows that no person answers. */
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
  /** Not in a panel on a website. Empty where the language needs no such sentence. */
  aboutScan: string
  aboutText: string
  demoText: string
  /** In two sentences. */
  privacy: string
  /** The link to the privacy policy of the owner. */
  privacyPolicy: string
  copy: string
  copied: string
  good: string
  bad: string
  /** Asks for a comment after a bad rating. */
  why: string
  thanks: string
  listen: string
  /** Voice input. */
  speak: string
  retry: string
  newest: string
  /**
   * The author of a message, for screen readers. Others recognize the author by the side of the
   * message.
   */
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
  /** Shown without JavaScript, while a long answer is being written. */
  writing: string
  more: string
  unknown: Notice
  archived: Notice
  unavailable: Notice
}

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
