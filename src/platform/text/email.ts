import { domainToASCII, domainToUnicode } from 'node:url'

/** Invisible characters, which would make two different addresses look the same. */
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u

/**
 * An address that can receive mail, that identifies exactly one mailbox, and that cannot inject a
 * header into a mail. Refused are addresses that NFKC would change, addresses with invisible
 * characters, and domains that mix scripts.
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  text.isWellFormed() &&
  !invisible.test(text) &&
  text.normalize('NFKC') === text &&
  /^[^@<>()[\]\\,;:"]{1,64}@[^@<>()[\]\\,;:"]+$/.test(text) &&
  asciiDomain(domainOf(text)) !== null

/**
 * Equal for two addresses of the same mailbox: the domain as punycode, and lower case. NFKC is not
 * applied, because it would make look-alike addresses equal and merge the accounts of two people.
 */
export const emailKey = (email: string): string => {
  const domain = domainOf(email)
  const localPart = email.slice(0, email.length - domain.length - 1)
  return `${localPart.toLowerCase()}@${asciiDomain(domain) ?? domain.toLowerCase()}`
}

/** In punycode. */
export const emailDomain = (email: string): string | null => asciiDomain(domainOf(email))

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** The domain in punycode; null when it is invalid or could be mistaken for another. */
const asciiDomain = (domain: string): string | null => {
  const ascii = domainToASCII(domain)
  // The URL parser reads a number at the end as an IP address, in any notation.
  if (ascii === '' || ascii.length > 253 || /(^|\.)(\d+|0x[\da-f]*)\.?$/i.test(domain)) return null
  const unicode = domainToUnicode(ascii)
  const written = domain.toLowerCase()
  // If the parser changed more than the case, mail would go to another domain than the one given.
  if (written !== unicode && written !== ascii) return null
  return unicode.split('.').every(isLabel) ? ascii : null
}

const isLabel = (label: string): boolean =>
  // A label that is still `xn--` after decoding is invalid.
  label !== '' && !label.startsWith('xn--') && isHighlyRestrictive(label) && isShort(label)

const isShort = (label: string): boolean => domainToASCII(label).length <= 63

/**
 * The scripts in everyday use (UAX 31, table 5, "Recommended Scripts"). The identifier profile of
 * UTS 39 refuses all others, because few readers can distinguish their letters from look-alikes.
 */
const recommended = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada'],
  ...['Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar', 'Ethiopic', 'Khmer'],
]

/** Chinese, Japanese and Korean use several scripts, often together with Latin. */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

const allowed = [...recommended.map((script) => [script]), ...together]

const patterns = new Map<string[], RegExp>()

/**
 * Digits, hyphens and marks without a script of their own are allowed with every script. Compiled on
 * first use: all of them would take a twentieth of the start, and most labels need only Latin.
 */
const patternOf = (scripts: string[]): RegExp => {
  const known = patterns.get(scripts)
  if (known) return known
  const classes = [...scripts, 'Common', 'Inherited'].map((script) => `\\p{scx=${script}}`)
  const pattern = new RegExp(`^[${classes.join('')}]+$`, 'u')
  patterns.set(scripts, pattern)
  return pattern
}

/**
 * Whether a domain label is "highly restrictive" by UTS 39, section 5.2: it uses one script, or one
 * of the three usual combinations.
 */
const isHighlyRestrictive = (label: string): boolean =>
  /^[\p{ID_Continue}-]+$/u.test(label) &&
  allowed.some((scripts) => patternOf(scripts).test(label)) &&
  digitSystems(label) <= 1

/** UTS 39, section 5.3: digits of two systems, such as 4 and ४, can be confused. */
const digitSystems = (label: string): number => {
  const digits = label.match(/\p{Nd}/gu) ?? []
  // The ten digits of a system are adjacent, and their block begins at its zero.
  return new Set(digits.map(zeroOf)).size
}

const zeroOf = (digit: string): number => {
  let code = digit.codePointAt(0) ?? 0
  for (let steps = 0; steps < 9; steps++) {
    if (!/^\p{Nd}$/u.test(String.fromCodePoint(code - 1))) return code
    code -= 1
  }
  return code
}
