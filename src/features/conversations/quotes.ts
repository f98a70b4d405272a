/** Fewer letters and digits prove nothing. */
const leastLength = 3

/**
 * The place of a quote in a text; null when the text does not have it. White space, case, accents,
 * quotation marks, dashes and the signs of Markdown may differ.
 */
export const findQuote = (text: string, quote: string): { start: number; end: number } | null => {
  const whole = trimmed(folded(quote).text, ' "\'')
  const words = trimmed(whole, ' "\'.')
  if (words.replace(/[^\p{L}\p{N}]/gu, '').length < leastLength) return null
  const { text: haystack, places } = folded(text)
  // Models end a quote with a full stop or an ellipsis of their own.
  const wanted = haystack.includes(whole) ? whole : words
  const at = haystack.indexOf(wanted)
  if (at < 0) return null
  const start = places[at] ?? 0
  const last = places[at + wanted.length - 1] ?? start
  const end = last + String.fromCodePoint(text.codePointAt(last) ?? 0).length
  return { start, end: withMarks(text, end) }
}

/** Without these characters at both ends. */
const trimmed = (text: string, characters: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && characters.includes(text[start] ?? '')) start += 1
  while (end > start && characters.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(start, end)
}

/** The accents of the last letter belong to the quote. */
const withMarks = (text: string, end: number): number => {
  let at = end
  while (/\p{M}/u.test(text[at] ?? '')) at += 1
  return at
}

/** The folded text, and for each of its characters its place in the original. */
const folded = (original: string): { text: string; places: number[] } => {
  const parts: string[] = []
  const places: number[] = []
  let at = 0
  for (const character of original) {
    const plain = plainOf(character)
    // A run of white space becomes one space.
    if (plain !== '' && (plain !== ' ' || parts.at(-1) !== ' ')) {
      parts.push(plain)
      for (let unit = 0; unit < plain.length; unit++) places.push(at)
    }
    at += character.length
  }
  return { text: parts.join(''), places }
}

const plainOf = (character: string): string => {
  if (/\s/.test(character)) return ' '
  if (/[*_`#|\\\u00ad\u200b-\u200f\u2060\ufeff]/.test(character)) return ''
  if (/[‘’‚‛′`´]/.test(character)) return "'"
  if (/[“”„‟«»″]/.test(character)) return '"'
  if (/\p{Pd}|\u2212/u.test(character)) return '-'
  return character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
