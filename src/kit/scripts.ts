/**
 * The scripts in everyday use (UAX 31, table 5, "Recommended Scripts"). The identifier profile of
 * UTS 39 refuses all others, because few readers can distinguish their letters from look-alikes.
 */
const recommended = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada'],
  ...['Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar', 'Ethiopic', 'Khmer'],
]

/** Chinese, Japanese and Korean use several scripts, often together with Latin. */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

/** Digits, hyphens and marks without a script of their own are allowed with every script. */
const covers = (scripts: string[]): RegExp => {
  const classes = [...scripts, 'Common', 'Inherited'].map((script) => `\\p{scx=${script}}`)
  return new RegExp(`^[${classes.join('')}]+$`, 'u')
}

const allowed = [...recommended.map((script) => [script]), ...together].map(covers)

/**
 * Whether a domain label is "highly restrictive" by UTS 39, section 5.2: it uses one script, or one
 * of the three usual combinations.
 */
export const isHighlyRestrictive = (label: string): boolean =>
  /^[\p{ID_Continue}-]+$/u.test(label) &&
  allowed.some((pattern) => pattern.test(label)) &&
  digitSystems(label) <= 1

/** UTS 39, section 5.3: digits of two systems, such as 4 and ४, can be confused. */
const digitSystems = (label: string): number => {
  const digits = label.match(/\p{Nd}/gu) ?? []
  // The ten digits of a system are adjacent, and their block begins at its zero.
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
