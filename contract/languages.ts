/** The languages of the visitor's page. */
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
