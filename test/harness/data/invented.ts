// Texts of words that no language has, as a visitor writes them who wants a service to work hard.

/** Pseudo-random, so that a failure repeats. */
const createDice = (seed: number) => {
  let state = seed + 1
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Words of a few letters share most of their trigrams. */
export const inventedWords = (length: number, seed: number, alphabet = letters): string => {
  const dice = createDice(seed)
  const word = () => Array.from({ length: 5 + dice(4) }, () => alphabet[dice(alphabet.length)])
  let text = ''
  while (text.length < length) text += `${word().join('')} `
  return text.slice(0, length).trimEnd()
}

const ofRange = (length: number, from: number, count: number): string => {
  const dice = createDice(length)
  return Array.from({ length }, () => String.fromCodePoint(from + dice(count))).join('')
}

/** Texts of a length, each of another kind that may cost more than words. */
export const expensiveTexts: Record<string, (length: number) => string> = {
  'invented words': (length) => inventedWords(length, 1),
  'words of three letters of the alphabet': (length) => inventedWords(length, 2, 'abc'),
  'one word, repeated': (length) => 'breakfast '.repeat(length / 10),
  'one giant word': (length) => 'x'.repeat(length),
  'one invented giant word': (length) => inventedWords(length, 3).replaceAll(' ', ''),
  'Chinese without spaces': (length) => ofRange(length, 0x4e00, 8000),
  Hiragana: (length) => ofRange(length, 0x3041, 80),
  Thai: (length) => ofRange(length, 0xe01, 40),
  Arabic: (length) => ofRange(length, 0x627, 36),
  'combining characters': (length) => `a${'\u0301\u0316'.repeat(length / 2 - 1)}`,
  'characters that fold to many': (length) => '\ufdfa'.repeat(length),
  emoji: (length) => '👩‍👩‍👧‍👦'.repeat(length / 11),
  'zero-width characters': (length) => 'a\u200b'.repeat(length / 2),
  'single letters': (length) => 'a b '.repeat(length / 4),
  'short lines': (length) => 'a\n'.repeat(length / 2),
  'short sentences': (length) => 'Aa. '.repeat(length / 4),
  apostrophes: (length) => "a'".repeat(length / 2),
}
