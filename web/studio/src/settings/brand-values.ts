import { privacySchemes } from '#contract/limits.ts'
import type { Brand } from '../api/brand.ts'
import { isHex } from '../ui/code/color-field.tsx'
import { contactAddress, readableContact } from '../ui/code/contact-address.ts'
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

export const valuesOf = (brand: Brand, logo: string | null): BrandValues => ({
  name: brand.name ?? '',
  color: brand.color ?? '',
  logo,
  'contact.label': brand.contact?.label ?? '',
  'contact.url': readableContact(brand.contact?.url ?? ''),
  privacy_url: brand.privacy_url ?? '',
})

export const changesOf = (values: BrandValues) => {
  const label = values['contact.label'].trim()
  const url = contactAddress(values['contact.url'])
  return {
    name: values.name.trim() || null,
    color: values.color || null,
    contact: label && url ? { label, url } : null,
    privacy_url: values.privacy_url.trim() || null,
  }
}

/** The brand as it is in the form, for the preview. */
export const brandIn = (values: BrandValues): PhoneBrand => {
  const { color, privacy_url, ...rest } = changesOf(values)
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
export const checkBrand =
  ({ brand, code, print }: Words) =>
  (values: BrandValues) => {
    const label = values['contact.label'].trim()
    const url = values['contact.url'].trim()
    const privacy = values.privacy_url.trim()
    return {
      color: values.color && !isHex(values.color) ? print.hexWrong : undefined,
      'contact.label': url && !label ? code.contactBoth : undefined,
      'contact.url':
        label && !url
          ? code.contactBoth
          : url && contactAddress(url) === null
            ? code.contactUrlWrong
            : undefined,
      privacy_url: privacy && !isPrivacyAddress(privacy) ? brand.privacyWrong : undefined,
    }
  }
