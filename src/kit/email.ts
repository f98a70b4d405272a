import { domainToASCII, domainToUnicode } from 'node:url'
import { isHighlyRestrictive } from './scripts.ts'

/** Nobody sees them, so two addresses that differ by them look the same. */
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u

/**
 * An address that a mail can be sent to, that stands for exactly one mailbox, and that cannot
 * smuggle a header into a mail. Refused are addresses that another text is equal to after NFKC,
 * addresses with invisible characters, and domains that mix scripts.
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  text.isWellFormed() &&
  !invisible.test(text) &&
  text.normalize('NFKC') === text &&
  /^[^@<>()[\]\\,;:"]{1,64}@[^@<>()[\]\\,;:"]+$/.test(text) &&
  asciiDomain(domainOf(text)) !== null

/**
 * What two addresses of one mailbox have in common: the domain as punycode, and no upper case. NFKC
 * has no part in it: it makes look-alikes equal, and with them the accounts of two people.
 */
export const emailKey = (email: string): string => {
  const domain = domainOf(email)
  const localPart = email.slice(0, email.length - domain.length - 1)
  return `${localPart.toLowerCase()}@${asciiDomain(domain) ?? domain.toLowerCase()}`
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** The domain as name servers know it; null when it is none, or when it could pass for another. */
const asciiDomain = (domain: string): string | null => {
  const ascii = domainToASCII(domain)
  // The URL parser reads a number at the end as an IP address, in any notation.
  if (ascii === '' || ascii.length > 253 || /(^|\.)(\d+|0x[\da-f]*)\.?$/i.test(domain)) return null
  const unicode = domainToUnicode(ascii)
  const written = domain.toLowerCase()
  // More than a change of case would lead the mail to another domain than the one that was written.
  if (written !== unicode && written !== ascii) return null
  return unicode.split('.').every(isLabel) ? ascii : null
}

const isLabel = (label: string): boolean =>
  // Still `xn--` after decoding: it stands for nothing.
  label !== '' && !label.startsWith('xn--') && isHighlyRestrictive(label) && isShort(label)

const isShort = (label: string): boolean => domainToASCII(label).length <= 63
