/** The languages of the visitor's page. The first one is the default. */
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

/** The languages of the Studio, of mails, of the plain pages and of templates. */
export const ownerLanguages = ['en', 'de', 'fr', 'es', 'it'] as const

export type OwnerLanguage = (typeof ownerLanguages)[number]

/** The sentence is English, so these are the others. */
export type OwnerTranslations = Record<Exclude<OwnerLanguage, 'en'>, string>

export const isRightToLeft = (language: ScanLanguage): boolean => language === 'ar'

/** Each in its own language, for readers who do not understand the others. */
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
