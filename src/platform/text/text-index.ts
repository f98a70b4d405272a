import MiniSearch from 'minisearch'
import { termsOf, type Unit } from './terms.ts'
import { createVocabulary } from './vocabulary.ts'
import { foldWords } from './words.ts'

/** A unit of a question with its weight: words of the question before count less. */
export interface WeighedUnit extends Unit {
  weight: number
}

interface TextHit {
  id: string
  score: number
  /** The units that the text has, each with the share of its meaning, from 0 to 1. */
  covered: Map<WeighedUnit, number>
}

interface Found {
  hits: TextHit[]
  /** The units that tell texts apart; all when there are none. */
  asked: WeighedUnit[]
  isTelling: boolean
}

/** Measured: bytes of heap for a word in a text, and for each different word. */
const bytesOfEntry = 85
const bytesOfWord = 200
/** A word in more than this share of the texts says nothing about a text. */
const commonShare = 0.25
/** In so few texts no word is common. */
const fewTexts = 10
/** The units that are searched. */
const maxUnits = 32
/** The units of which similar words are searched. */
const maxRelatedUnits = 16

/** Not a topic, and not a small word: a misspelt word names a subject. */
const isSubject = (term: string): boolean => !/^[#~]/.test(term)

/** BM25 over the fields of texts: by stems, topics, parts of compounds and misspelt words. */
export const createTextIndex = (boost: Record<string, number>) => {
  /** The terms of the text that is being added: reading them twice would double the time. */
  const seen = new Set<string>()
  const index = new MiniSearch<Record<string, string>>({
    fields: Object.keys(boost),
    tokenize: (text) => {
      const terms = termsOf(foldWords(text))
      for (const term of terms) seen.add(term)
      return terms
    },
    processTerm: (term) => term,
    searchOptions: { boost, combineWith: 'OR', tokenize: (query) => query.split('\n') },
  })
  /** The number of texts in which a term occurs. */
  const occurrences = new Map<string, number>()
  const vocabulary = createVocabulary()
  let bytes = 0

  const countOf = ({ terms }: Unit): number =>
    Math.max(0, ...terms.map((term) => occurrences.get(term) ?? 0))

  const rarity = (unit: Unit): number =>
    Math.log(1 + (index.documentCount + 1) / (countOf(unit) + 0.5))

  /**
   * Without those in a large share of the texts, such as `the` in any language. A word that occurs
   * nowhere tells nothing: none when no other is left.
   */
  const telling = (units: WeighedUnit[]): WeighedUnit[] => {
    const maxCount = Math.max(fewTexts, index.documentCount * commonShare)
    const rare = units.filter((unit) => countOf(unit) <= maxCount)
    return rare.some((unit) => !unit.isSmall && countOf(unit) > 0) ? rare : []
  }

  const relatedTo = (unit: WeighedUnit) =>
    unit.terms
      .filter(isSubject)
      .flatMap((term) => [
        ...vocabulary.compounds(term),
        ...(countOf(unit) === 0 ? vocabulary.misspelt(term) : []),
      ])

  return {
    rarity,

    get bytes() {
      return bytes
    },

    add(id: string, fields: Record<string, string>) {
      seen.clear()
      index.add({ ...fields, id })
      for (const term of seen) {
        const known = occurrences.get(term) ?? 0
        if (known === 0) bytes += bytesOfWord + 2 * term.length
        if (known === 0 && isSubject(term)) bytes += vocabulary.add(term)
        occurrences.set(term, known + 1)
      }
      bytes += seen.size * bytesOfEntry
      seen.clear()
    },

    /** The texts with any of the units, the best first. */
    search(units: WeighedUnit[]): Found {
      const rare = telling(units)
      const asked = rare.length > 0 ? rare : units
      const isTelling = rare.length > 0 || units.every((unit) => countOf(unit) === 0)
      const order = (unit: WeighedUnit) => countOf(unit) || Number.POSITIVE_INFINITY
      const searched = asked
        .toSorted((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)))
        .slice(0, maxUnits)
      const byTerm = new Map<string, Map<WeighedUnit, number>>()
      const note = (term: string, unit: WeighedUnit, share: number) => {
        const shares = byTerm.get(term) ?? new Map<WeighedUnit, number>()
        shares.set(unit, Math.max(share, shares.get(unit) ?? 0))
        byTerm.set(term, shares)
      }
      for (const unit of searched) {
        for (const term of unit.terms) if (occurrences.has(term)) note(term, unit, 1)
      }
      for (const unit of searched.filter(({ isSmall }) => !isSmall).slice(-maxRelatedUnits)) {
        for (const { word, share } of relatedTo(unit)) note(word, unit, share)
      }
      const boostTerm = (term: string) =>
        Math.max(...[...(byTerm.get(term) ?? [])].map(([unit, share]) => unit.weight * share))
      const found = index.search([...byTerm.keys()].join('\n'), { boostTerm })
      const hits = found.map(({ id, score, terms }) => {
        const covered = new Map<WeighedUnit, number>()
        for (const term of terms) {
          for (const [unit, share] of byTerm.get(term) ?? []) {
            covered.set(unit, Math.max(share, covered.get(unit) ?? 0))
          }
        }
        return { id: id as string, score, covered }
      })
      return { hits, asked, isTelling }
    },
  }
}
