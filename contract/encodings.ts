/**
 * The encodings of text files that can be chosen, as the Encoding Standard names them, with languages
 * that are written in them. Excel writes all but the last three.
 */
export const textEncodings = {
  'utf-8': [],
  'utf-16le': [],
  'utf-16be': [],
  'windows-1250': ['pl', 'cs', 'hu'],
  'windows-1251': ['ru', 'uk', 'bg'],
  'windows-1252': ['en', 'de', 'fr', 'es', 'it', 'pt'],
  'windows-1253': ['el'],
  'windows-1254': ['tr'],
  'windows-1255': ['he'],
  'windows-1256': ['ar', 'fa'],
  'windows-1257': ['lt', 'lv', 'et'],
  'windows-1258': ['vi'],
  'windows-874': ['th'],
  shift_jis: ['ja'],
  gb18030: ['zh-Hans'],
  big5: ['zh-Hant'],
  'euc-kr': ['ko'],
  macintosh: ['en', 'de', 'fr', 'es', 'it', 'pt'],
  'iso-8859-2': ['pl', 'cs', 'hu'],
  'koi8-r': ['ru'],
  'euc-jp': ['ja'],
} as const

export type TextEncoding = keyof typeof textEncodings

export const textEncodingNames = Object.keys(textEncodings) as TextEncoding[]
