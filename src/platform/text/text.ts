/** Text that every engine can store and people can read: not blank, no NUL, well-formed. */
export const isText = (text: string): boolean =>
  text.trim() !== '' && !text.includes('\0') && text.isWellFormed()

/** Folds for comparing and searching case-insensitively, the same on both engines. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/**
 * A form of a folded name that sorts `table 2` before `table 10` when it is compared byte by byte:
 * before each number stands its length. Zeros at the front do not count.
 */
export const naturalOrder = (folded: string): string =>
  folded.replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '')
    return lengthMark(number.length) + number
  })

/** 1 to 8, then 90 to 98, then 990 and so on: longer numbers sort later. */
const lengthMark = (length: number): string =>
  '9'.repeat(Math.floor(length / 9)) + String(length % 9)

/** Folds case and accents, for searching messages: `fruhstuck` finds `FRÜHSTÜCK`. */
export const foldForSearch = (text: string): string =>
  // In other scripts the marks are letters, so they stay.
  fold(text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')).replaceAll('ß', 'ss')

/** `Café Zoë & Söhne` → `cafe-zoe-sohne`; empty when no usable character is left. */
export const slugify = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-|-$/g, '')

/**
 * The first language in an Accept-Language header that is in `known`; otherwise the first of
 * `known`.
 */
export const pickLanguage = <Language extends string>(
  acceptLanguage: string | undefined,
  known: readonly [Language, ...Language[]],
): Language => {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { language: tag.toLowerCase().split('-')[0], weight: Number(weight ?? 1) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { language } of wanted) {
    const match = known.find((candidate) => candidate === language)
    if (match) return match
  }
  return known[0]
}
