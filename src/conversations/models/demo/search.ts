import MiniSearch from 'minisearch'
import { topics } from './languages/topics.ts'
import { alternatives } from './pattern.ts'
import { foldWords, stemsOf } from './words.ts'

/** A subject of a question: its terms, each with its weight. */
export type Unit = Map<string, number>

const topicWeight = 0.85
/**
 * Aspects of a subject: the price of breakfast does not answer a question about the price of a
 * massage.
 */
const aspects = ['#hours', '#price', '#place', '#contact']
const aspectWeight = 0.4
// Visitors write up to 4,000 characters, but name their subject in the first few words.
const mostUnits = 40

/** Arabic attaches articles and endings to a word, so a match may begin inside a longer word. */
const before = '(?<![ء-ي])[ء-ي]{0,12}'

const patterns = Object.entries(topics).map(([name, [words, parts]]) => ({
  term: `#${name}`,
  pattern: new RegExp(
    `\\b(?:${alternatives(words)})\\b|(?:${before})?(?:${parts})[ء-ي]{0,24}`,
    'gu',
  ),
}))

/** The topics in a folded text, each with the words that name it. */
const topicsIn = (folded: string) =>
  patterns
    .map(({ term, pattern }) => ({ term, pattern, found: folded.match(pattern) ?? [] }))
    .filter(({ found }) => found.length > 0)

/** The terms by which a text is found. */
export const termsOf = (text: string): string[] => {
  const folded = foldWords(text)
  return [...stemsOf(folded), ...topicsIn(folded).map(({ term }) => term)]
}

/** The subjects of a question. A topic and the words that name it form one subject. */
export const unitsOf = (text: string): Unit[] => {
  let rest = foldWords(text)
  const units: Unit[] = []
  for (const { term, found, pattern } of topicsIn(rest)) {
    const stems = [...new Set(found)].flatMap(stemsOf).map((stem) => [stem, 1] as const)
    units.push(new Map([...stems, [term, topicWeight]]))
    rest = rest.replace(pattern, ' ')
  }
  for (const stem of new Set(stemsOf(rest))) units.push(new Map([[stem, 1]]))
  // A single character that remains beside a topic has no meaning.
  const whole = units.filter((unit) => [...unit.keys()].some((term) => term.length > 1))
  return (whole.length > 0 ? whole : units).slice(0, mostUnits)
}

export interface Hit<Document> {
  document: Document
  score: number
  /** The share of the question that the document covers, from 0 to 1. */
  coverage: number
}

const hintWeight = 0.5

/**
 * Finds the documents for a question. Hints raise the score of a hit, but do not find documents.
 */
export const createSearch = <Document>(
  documents: Document[],
  textOf: (document: Document) => string,
) => {
  const index = new MiniSearch({
    fields: ['text'],
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: { tokenize: (query) => query.split('\n'), bm25: { k: 1.2, b: 0.4, d: 0 } },
  })
  index.addAll(documents.map((document, id) => ({ id, text: textOf(document) })))

  /** A subject that occurs in no document is replaced by similar words. */
  const lookUp = (unit: Unit): Map<number, number> => {
    const query = [...unit.keys()].join('\n')
    const boostTerm = (term: string) => unit.get(term) ?? 1
    const exact = index.search(query, { boostTerm })
    const found =
      exact.length > 0
        ? exact
        : index.search(query, { boostTerm, prefix: isLong, fuzzy: fuzziness })
    return new Map(found.map(({ id, score }) => [id, score]))
  }

  const rarity = (frequency: number): number =>
    Math.log(1 + (documents.length - frequency + 0.5) / (frequency + 0.5))

  return (asked: Unit[], hinted: Unit[]): Hit<Document>[] => {
    const units = asked.map((unit) => {
      const scores = lookUp(unit)
      const isAspect = aspects.some((aspect) => unit.has(aspect))
      const importance = Math.max(rarity(1) / 2, rarity(scores.size || 1))
      return { scores, importance: isAspect ? importance * aspectWeight : importance }
    })
    const hints = hinted.map(lookUp)
    const total = units.reduce((sum, { importance }) => sum + importance, 0)
    const found = new Set(units.flatMap(({ scores }) => [...scores.keys()]))
    return [...found]
      .map((id) => {
        const having = units.filter(({ scores }) => scores.has(id))
        const covered = having.reduce((sum, { importance }) => sum + importance, 0)
        const own = having.reduce((sum, { scores }) => sum + (scores.get(id) ?? 0), 0)
        const hint = hints.reduce((sum, scores) => sum + (scores.get(id) ?? 0) * hintWeight, 0)
        return { document: documents[id] as Document, score: own + hint, coverage: covered / total }
      })
      .sort((a, b) => b.score - a.score)
  }
}

const isLong = (term: string): boolean => term.length >= 4 && !/^#|\d/.test(term)

/** Allows one wrong letter. Short words resemble too many others. */
const fuzziness = (term: string): number => (isLong(term) && term.length >= 5 ? 1 : 0)
