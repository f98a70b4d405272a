import { domainToASCII, domainToUnicode } from 'node:url'
import { isHighlyRestrictive } from './scripts.ts'

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
