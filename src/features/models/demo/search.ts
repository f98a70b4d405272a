import MiniSearch from 'minisearch'
import { foldWords, stemsOf } from '../../../platform/text/words.ts'
import type { Fact } from './facts.ts'
import { topics } from './words/topics.ts'

/** A subject of a question: the terms that name it. */
export type Unit = Set<string>

/**
 * Aspects of a subject: the price of breakfast does not answer a question about the price of a
 * massage.
 */
const aspects = ['#hours', '#price', '#place', '#contact']
const aspectWeight = 0.4
const hintWeight = 0.5
// Visitors write up to 4,000 characters, but name their subject in the first few words.
const maxUnits = 40

/** The alternatives of lists of words, in which a `*` stands for some letters. */
export const alternatives = (...lists: string[]): string =>
  lists
    .filter((list) => list !== '')
    .join('|')
    .replace(/\n\s*/g, '')
    .replaceAll('*', "[\\w']{0,30}")

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
    units.push(new Set([...[...new Set(found)].flatMap(stemsOf), term]))
    rest = rest.replace(pattern, ' ')
  }
  for (const stem of new Set(stemsOf(rest))) units.push(new Set([stem]))
  return units.slice(0, maxUnits)
}

export interface Hit {
  fact: Fact
  score: number
  /** The share of the question that the fact covers, from 0 to 1. */
  coverage: number
}

/** Finds the facts for a question. Hints raise the score of a hit, but do not find facts. */
export const search = (facts: Fact[], asked: Unit[], hinted: Unit[]): Hit[] => {
  const index = new MiniSearch({
    // Apart, so that the words around several facts do not favour one of them.
    fields: ['text', 'heading'],
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: { tokenize: (query) => query.split('\n') },
  })
  index.addAll(
    facts.map(({ text, heading, passage }, id) =>
      passage === undefined ? { id, text: `${heading ?? ''} ${text}` } : { id, text, heading },
    ),
  )

  /** A subject that occurs in no fact is replaced by similar words. */
  const scoresOf = (unit: Unit): Map<number, number> => {
    const query = [...unit].join('\n')
    const exact = index.search(query)
    const found =
      exact.length > 0 ? exact : index.search(query, { prefix: isLong, fuzzy: fuzziness })
    return new Map(found.map(({ id, score }) => [id, score]))
  }

  const importanceOf = (unit: Unit): number =>
    aspects.some((aspect) => unit.has(aspect)) ? aspectWeight : 1
  const units = [
    ...asked.map((unit) => ({ scores: scoresOf(unit), weight: 1, importance: importanceOf(unit) })),
    ...hinted.map((unit) => ({ scores: scoresOf(unit), weight: hintWeight, importance: 0 })),
  ]
  const total = units.reduce((sum, { importance }) => sum + importance, 0)
  return facts
    .map((fact, id) => {
      const having = units.filter(({ scores }) => scores.has(id))
      const covered = having.reduce((sum, { importance }) => sum + importance, 0)
      const score = having.reduce((sum, one) => sum + (one.scores.get(id) ?? 0) * one.weight, 0)
      return { fact, score, coverage: covered / total }
    })
    .filter(({ coverage }) => coverage > 0)
    .sort((a, b) => b.score - a.score)
}

const isLong = (term: string): boolean => term.length >= 4 && !/^#|\d/.test(term)

/** Allows one wrong letter. Short words resemble too many others. */
const fuzziness = (term: string): number => (isLong(term) && term.length >= 5 ? 1 : 0)
