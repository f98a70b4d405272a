/** Digits as people write them together, with at most 20 characters. */
const candidates = /(\+?\(?\d[\d \u00a0()./-]{5,18}\d)/

const isDate = /^\d{1,2}([/ \u00a0-])\d{1,2}\1\d{2,4}$/
/** “0800-1800” */
const isSpan = /^[0-2]\d[0-5]\d ?- ?[0-2]\d[0-5]\d$/

/** An area code with its 0, and the rest apart from it. Dots only as in France: dates have dots too. */
const isGrouped = /^(\(?0\d{1,5}\)?( ?[/ \u00a0-] ?|(?<=\)))[\d \u00a0/-]+|0\d(\.\d\d){4})$/
const isNorthAmerican = /^\(?\d{3}\)?[ \u00a0-]\d{3}-\d{4}$/

/** Announces a number without groups, which otherwise could be a customer's or an order's. */
const announced =
  /(tel|tél|fon|phone|mobil|móvil|handy|cell|whatsapp|sms|call|ruf|appel|llam|chiam|電話|电话|هاتف)[^\d\n]{0,24}$/i

const isTelephone = (text: string, before: string): boolean =>
  text[0] === '+' ||
  isNorthAmerican.test(text) ||
  (isGrouped.test(text) && !isDate.test(text) && !isSpan.test(text)) ||
  (/^0\d+$/.test(text) && announced.test(before))

/** The 0 in “+49 (0)40” is not dialled. */
const dialled = (text: string): string =>
  text.replace(text[0] === '+' ? /\(0\)|[^\d+]/g : /\D/g, '')

/**
 * Splits a text into words and candidates for telephone numbers, in turn: words first. `number` is
 * what a telephone dials, and empty for everything else. `before`: what is read before the text.
 */
export const telephonesIn = (text: string, before = ''): { part: string; number: string }[] => {
  const parts = text.split(candidates)
  let read = before.slice(-40)
  return parts.map((part, index) => {
    // Digits within a word, a price or a longer number are not a telephone number.
    const isApart =
      !/[\w.,:/+-]$/.test(parts[index - 1] ?? '') && !/^[\w:]/.test(parts[index + 1] ?? '')
    const number = index % 2 && isApart && isTelephone(part, read) ? dialled(part) : ''
    read = (read + part).slice(-40)
    return { part, number: number.length > 6 && number.length < 17 ? number : '' }
  })
}
