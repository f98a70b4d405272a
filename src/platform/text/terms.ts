import { topics } from './topics.words.ts'
import { foldWords, isSmallWord, stemOf, wordsIn } from './words.ts'

/** The parts of a question that are searched. A topic and the words that name it are one unit. */
export interface Unit {
  /** Stems, topics such as `#breakfast` and small words such as `~the`. Each one finds the unit. */
  terms: string[]
  /** Words that name no subject, such as `the`. */
  isSmall: boolean
}

interface Pattern {
  term: string
  /** The words of a phrase; one that ends with `*` stands for all words that begin so. */
  words: string[]
}

const shortestStem = 3
const longestStem = 16

const patterns = Map.groupBy(
  Object.entries(topics).flatMap(([name, [list]]) =>
    foldWords(list)
      .split(/\s+/)
      .map((phrase): Pattern => ({ term: `#${name}`, words: phrase.split('_') })),
  ),
  ({ words }) => words[0] ?? '',
)

/** Most words begin like no pattern, and need no further comparison. */
const beginnings = new Set([...patterns.keys()].map((key) => key.slice(0, shortestStem)))

/** Arabic attaches articles and endings to a word; Chinese and Japanese write no spaces. */
const partsOf = (parts: string) => new RegExp(`[ء-ي]{0,12}(?:${parts})[ء-ي]{0,24}`, 'gu')
const unspaced = Object.entries(topics).map(([name, [, parts]]) => ({
  term: `#${name}`,
  parts: partsOf(foldWords(parts)),
}))
const isUnspaced = /[ء-ي\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}€$£¥₺]/u

const matches = (pattern: string, word: string | undefined): boolean =>
  word !== undefined &&
  (pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern)

/** The topics that the words from a place on name, each with the number of its words. */
const topicsAt = (words: string[], at: number) => {
  const word = words[at] ?? ''
  if (!beginnings.has(word.slice(0, shortestStem))) return []
  const longest = Math.min(word.length, longestStem)
  const keys = [word]
  for (let length = shortestStem; length <= longest; length++)
    keys.push(`${word.slice(0, length)}*`)
  return keys.flatMap((key) =>
    (patterns.get(key) ?? [])
      .filter((one) => one.words.every((part, offset) => matches(part, words[at + offset])))
      .map((one) => ({ term: one.term, length: one.words.length })),
  )
}

/** Small words are marked: `alle` is not the stem of `alley`. */
const termOf = (word: string): string => (isSmallWord(word) ? `~${word}` : stemOf(word))

/** The terms by which a folded text is found: the stems of all its words, and its topics. */
export const termsOf = (folded: string): string[] => {
  const words = wordsIn(folded)
  const terms = words.map(termOf)
  for (const at of words.keys()) for (const { term } of topicsAt(words, at)) terms.push(term)
  if (isUnspaced.test(folded)) {
    for (const { term, parts } of unspaced) if (folded.search(parts) >= 0) terms.push(term)
  }
  return terms
}

/** A longer text is cut; so is its folded form, because a character may fold to 18. */
const maxCharacters = 4000
const maxWords = 1000
/** The characters in which topics are looked for without spaces: each topic reads all of them. */
const maxUnspaced = 500

/** The units of a question, each once. */
export const unitsOf = (text: string): Unit[] => {
  const ofTopic = new Map<string, Set<string>>()
  const name = (term: string, words: string[]) => {
    const terms = ofTopic.get(term) ?? new Set([term])
    for (const word of words) if (!isSmallWord(word)) terms.add(stemOf(word))
    ofTopic.set(term, terms)
  }
  let folded = foldWords(text.slice(0, maxCharacters)).slice(0, maxCharacters)
  if (isUnspaced.test(folded)) {
    let start = folded.slice(0, maxUnspaced)
    for (const { term, parts } of unspaced) {
      const found = start.match(parts)
      if (found) name(term, [...new Set(found)].flatMap(wordsIn))
      start = start.replace(parts, ' ')
    }
    folded = start + folded.slice(maxUnspaced)
  }
  const words = wordsIn(folded).slice(0, maxWords)
  const named = new Set<number>()
  for (const at of words.keys()) {
    for (const { term, length } of topicsAt(words, at)) {
      name(term, words.slice(at, at + length))
      for (let offset = 0; offset < length; offset++) named.add(at + offset)
    }
  }
  const rest = words.filter((_, at) => !named.has(at))
  const stems = new Map(rest.map((word) => [termOf(word), isSmallWord(word)]))
  return [
    ...[...ofTopic.values()].map((terms) => ({ terms: [...terms], isSmall: false })),
    ...[...stems].map(([stem, isSmall]) => ({ terms: [stem], isSmall })),
  ]
}
