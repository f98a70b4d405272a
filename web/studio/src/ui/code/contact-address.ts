// Owners write a number or an address as they would on a card; the API takes an address with its
// scheme.

import { contactSchemes } from '#contract/limits.ts'
import type { en } from '../../words/en.ts'
import { withHttps } from '../address.ts'

type ContactValues = Record<'contact.label' | 'contact.url', string>

const number = /^\+?[\d\s()/.-]{3,}$/
const mail = /^[^\s@:/]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** An address with one of the schemes that the API takes. */
export const isContactUrl = (text: string): boolean =>
  !/\s/.test(text) &&
  contactSchemes.some((scheme) => text.startsWith(scheme) && text.length > scheme.length)

/** The address that the owner means, or null if the text is not an address. */
export const contactAddress = (text: string): string | null => {
  const written = text.trim()
  if (isContactUrl(written)) return written
  if (number.test(written)) return `tel:${written.replace(/[^\d+]/g, '')}`
  if (mail.test(written)) return `mailto:${written}`
  const address = withHttps(written)
  return isContactUrl(address) ? address : null
}

/** The contact of a form; null without a complete one. */
export const contactIn = (values: ContactValues): { label: string; url: string } | null => {
  const label = values['contact.label'].trim()
  const url = contactAddress(values['contact.url'])
  return label && url ? { label, url } : null
}

/** Checks the contact of a form before the request. */
export const checkContact = ({ code: words }: Pick<typeof en, 'code'>, values: ContactValues) => {
  const label = values['contact.label'].trim()
  const url = values['contact.url'].trim()
  const isWrong = url !== '' && contactAddress(url) === null
  return {
    'contact.label': url && !label ? words.contactBoth : undefined,
    'contact.url': label && !url ? words.contactBoth : isWrong ? words.contactUrlWrong : undefined,
  }
}

/** As an owner would write it. */
export const readableContact = (address: string): string => address.replace(/^(mailto|tel):/, '')
