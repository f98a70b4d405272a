/**
 * The scripts that are in everyday use today (UAX 31, table 5, "Recommended Scripts"). The others
 * are refused by the identifier profile of UTS 39, because few readers can tell their letters from
 * look-alikes.
 */
const recommended = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada'],
  ...['Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar', 'Ethiopic', 'Khmer'],
]

/** Chinese, Japanese and Korean are written with several scripts, and often with Latin too. */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

/** Digits, hyphens and marks that belong to no script of their own go with every script. */
const covers = (scripts: string[]): RegExp => {
  const classes = [...scripts, 'Common', 'Inherited'].map((script) => `\\p{scx=${script}}`)
  return new RegExp(`^[${classes.join('')}]+$`, 'u')
}

const allowed = [...recommended.map((script) => [script]), ...together].map(covers)

/**
 * Whether a label of a domain name is "highly restrictive" in the sense of UTS 39, section 5.2: all
 * of it is written in one script, or in one of the three usual mixtures.
 */
export const isHighlyRestrictive = (label: string): boolean =>
  /^[\p{ID_Continue}-]+$/u.test(label) &&
  allowed.some((pattern) => pattern.test(label)) &&
  digitSystems(label) <= 1

/** UTS 39, section 5.3: digits of two systems, such as 4 and ४, are mistaken for each other. */
const digitSystems = (label: string): number => {
  const digits = label.match(/\p{Nd}/gu) ?? []
  // The ten digits of a system are neighbours, and their block begins at its zero.
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
