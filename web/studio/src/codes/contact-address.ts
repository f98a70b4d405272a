// Owners write a number or an address as they would on a card; the API takes an address with its
// scheme.

const schemed = /^(https:\/\/|mailto:|tel:)\S+$/
const number = /^\+?[\d\s()/.-]{3,}$/
const mail = /^[^\s@:/]+@[^\s@.]+(?:\.[^\s@.]+)+$/
const site = /^(www\.)?[\w-]+(\.[\w-]+)+(\/\S*)?$/

/** The address that is meant, or null where none can be made out. */
export const contactAddress = (text: string): string | null => {
  const written = text.trim()
  if (schemed.test(written)) return written
  if (number.test(written)) return `tel:${written.replace(/[^\d+]/g, '')}`
  if (mail.test(written)) return `mailto:${written}`
  return site.test(written) ? `https://${written}` : null
}

/** As an owner would write it. */
export const readableContact = (address: string): string => address.replace(/^(mailto|tel):/, '')
