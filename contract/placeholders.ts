/**
 * A blank in the text of a template that the owner fills in: `[your Wi-Fi name]`, in German
 * `[Ihr WLAN-Name]`, in French `[votre Wi-Fi]`, in Spanish `[su wifi]`, in Italian `[il suo Wi-Fi]`.
 * Only these words open one, so `[1]`, `[sic]` and `[x]` stay ordinary text.
 */
const pattern =
  /\[(?:your|ihre?[mnrs]?|votre|vos|sus?|(?:il |la |i |le )?su(?:o|a|oi|e)) [^[\]\n]{1,80}\]/gi

/** The blanks of some texts, with their brackets, each once, in the order of the texts. */
export const placeholdersIn = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => placesIn(text).map(([placeholder]) => placeholder))),
]

/** The text with its blanks filled in. A blank without a value, or with an empty one, stays. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string => {
  let filled = ''
  let end = 0
  for (const [placeholder, start] of placesIn(text)) {
    const value = Object.hasOwn(values, placeholder) ? values[placeholder]?.trim() : ''
    filled += text.slice(end, start) + (value || placeholder)
    end = start + placeholder.length
  }
  return filled + text.slice(end)
}

/** The parts of a text: those with an odd index are its blanks. */
export const splitAtPlaceholders = (text: string): string[] => {
  const parts: string[] = []
  let end = 0
  for (const [placeholder, start] of placesIn(text)) {
    parts.push(text.slice(end, start), placeholder)
    end = start + placeholder.length
  }
  return [...parts, text.slice(end)]
}

const placesIn = (text: string): [placeholder: string, start: number][] =>
  [...text.matchAll(pattern)]
    .filter(({ 0: found, index }) => !isLink(text, index, index + found.length))
    .map(({ 0: found, index }) => [found, index])

/** A link, an image or a footnote of Markdown: `[text](address)`, `[text][id]`, `[id]: address`. */
const isLink = (text: string, start: number, end: number): boolean => {
  const before = text[start - 1]
  const after = text[end]
  if (after === '(' || after === '[' || before === ']' || before === '!') return true
  return after === ':' && (before === undefined || before === '\n')
}
