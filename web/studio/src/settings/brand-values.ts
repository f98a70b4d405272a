import { privacySchemes } from '#contract/limits.ts'
import type { Brand } from '../api/brand.ts'
import { withHttps } from '../ui/address.ts'
import { isHex } from '../ui/code/color-field.tsx'
import { checkContact, contactIn, readableContact } from '../ui/code/contact-address.ts'
import type { PhoneBrand } from '../ui/phone/phone.tsx'
import type { Words } from '../words/words.tsx'

/** The values of the form. An empty text means no value. The logo is a data URL, or null. */
export interface BrandValues {
  name: string
  color: string
  logo: string | null
  'contact.label': string
  'contact.url': string
  privacy_url: string
}

export const brandValuesOf = (brand: Brand, logo: string | null): BrandValues => ({
  name: brand.name ?? '',
  color: brand.color ?? '',
  logo,
  'contact.label': brand.contact?.label ?? '',
  'contact.url': readableContact(brand.contact?.url ?? ''),
  privacy_url: brand.privacy_url ?? '',
})

export const brandChanges = (values: BrandValues) => ({
  name: values.name.trim() || null,
  color: values.color || null,
  contact: contactIn(values),
  privacy_url: withHttps(values.privacy_url) || null,
})

/** The brand as it is in the form, for the preview. */
export const brandIn = (values: BrandValues): PhoneBrand => {
  const { color, privacy_url, ...rest } = brandChanges(values)
  return {
    ...rest,
    color: color && isHex(color) ? color : null,
    privacy_url: privacy_url && isPrivacyAddress(privacy_url) ? privacy_url : null,
    logo: values.logo,
  }
}

const isPrivacyAddress = (address: string): boolean =>
  /^\S+$/.test(address) && privacySchemes.some((scheme) => address.startsWith(scheme))

/** Checks before the request; the service checks whether cameras can read the colour. */
export const checkBrand = (words: Words) => (values: BrandValues) => {
  const privacy = withHttps(values.privacy_url)
  return {
    color: values.color && !isHex(values.color) ? words.print.hexWrong : undefined,
    ...checkContact(words, values),
    privacy_url: privacy && !isPrivacyAddress(privacy) ? words.brand.privacyWrong : undefined,
  }
}
