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

const allowed = [...recommended.map((script) => [script]), ...together]

const patterns = new Map<string[], RegExp>()

/**
 * Digits, hyphens and marks without a script of their own are allowed with every script. Compiled on
 * first use: all of them would take a twentieth of the start, and most labels need only Latin.
 */
const patternOf = (scripts: string[]): RegExp => {
  const known = patterns.get(scripts)
  if (known) return known
  const classes = [...scripts, 'Common', 'Inherited'].map((script) => `\\p{scx=${script}}`)
  const pattern = new RegExp(`^[${classes.join('')}]+$`, 'u')
  patterns.set(scripts, pattern)
  return pattern
}

/**
 * Whether a domain label is "highly restrictive" by UTS 39, section 5.2: it uses one script, or one
 * of the three usual combinations.
 */
export const isHighlyRestrictive = (label: string): boolean =>
  /^[\p{ID_Continue}-]+$/u.test(label) &&
  allowed.some((scripts) => patternOf(scripts).test(label)) &&
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
