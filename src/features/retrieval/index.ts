import { unitsOf } from '../../platform/text/terms.ts'
import { createTextIndex, type WeighedUnit } from '../../platform/text/text-index.ts'
import type { Passage } from '../models/model.ts'

export interface Ranked {
  id: string
  score: number
}

export interface Ranking {
  /** The best first. */
  ranked: Ranked[]
  /** 0 to 1: how well the best passage covers the words of the question. */
  best: number
}

export interface Indexed extends Pick<Passage, 'id' | 'title' | 'headings' | 'text'> {
  /** The vector as it is stored; null: the passage has none. */
  vector: Uint8Array | null
}

export interface Query {
  /** The question, and rewritten forms of it. */
  question: string
  /** What the visitor asked before: "And on Sundays?" makes sense only after it. */
  previous?: string | undefined
  vector: Uint8Array | null
  limit: number
}

/** The candidates of each order before they are joined. */
const candidates = 50
/** A small word may be the only one that a question shares with its passage. */
const smallWeight = 0.25
/** A short question often means the one before it. */
const shortUnits = 2
const previousWeight = { afterShort: 0.5, afterLong: 0.2 }

const weighed = (question: string, weight: number): WeighedUnit[] =>
  unitsOf(question).map((unit) => ({ ...unit, weight: unit.isSmall ? smallWeight : weight }))

/** Whether a question needs the one before it to be understood. */
export const isShort = (question: string): boolean =>
  unitsOf(question).filter(({ isSmall }) => !isSmall).length <= shortUnits

export type Index = ReturnType<typeof createIndex>

/** Passages by their words, headings and title; with vectors, both orders are joined. */
export const createIndex = () => {
  const index = createTextIndex({ title: 0.5, headings: 1.5, text: 1 })
  const vectors = new Map<string, Float32Array>()
  let vectorBytes = 0

  const byVector = (vector: Uint8Array): string[] => {
    const wanted = unpackVector(vector)
    return [...vectors]
      .filter(([, { length }]) => length === wanted.length)
      .map(([id, one]) => ({ id, score: dotProduct(wanted, one) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, candidates)
      .map(({ id }) => id)
  }

  /** The share of the question that is in a passage: a rare word counts more. */
  const coverage = (
    units: WeighedUnit[],
    covered: Map<WeighedUnit, number> = new Map(),
  ): number => {
    const weigh = (shareOf: (unit: WeighedUnit) => number) =>
      units.reduce((sum, unit) => sum + index.rarity(unit) * shareOf(unit), 0)
    const all = weigh(() => 1)
    return all === 0 ? 0 : weigh((unit) => covered.get(unit) ?? 0) / all
  }

  const unitsIn = (question: string, previous: string) => {
    const own = weighed(question, 1)
    const weight = isShort(question) ? previousWeight.afterShort : previousWeight.afterLong
    return { own, before: weighed(previous, weight).filter(({ isSmall }) => !isSmall) }
  }

  return {
    get bytes() {
      return index.bytes + vectorBytes
    },

    add({ id, title, headings, text, vector }: Indexed) {
      index.add(id, { title, headings: headings.join('\n'), text })
      if (!vector || vector.byteLength === 0) return
      vectors.set(id, unpackVector(vector))
      vectorBytes += vector.byteLength
    },

    search({ question, previous = '', vector, limit }: Query): Ranking {
      const { own, before } = unitsIn(question, previous)
      const { hits, asked } = index.search([...own, ...before])
      const best = coverage(
        asked.filter((unit) => own.includes(unit)),
        hits[0]?.covered,
      )
      if (!vector || vectors.size === 0) {
        return { ranked: hits.slice(0, limit).map(({ id, score }) => ({ id, score })), best }
      }
      const byWords = hits.slice(0, candidates).map(({ id }) => id)
      return { ranked: fuse(byWords, byVector(vector), best).slice(0, limit), best }
    },
  }
}

/** Indexes by the key of their set, within a budget of bytes. The newest one always stays. */
export const createIndexCache = (budgetBytes: number) => {
  const indexes = new Map<string, Index>()
  const bytes = (): number => [...indexes.values()].reduce((sum, one) => sum + one.bytes, 0)

  const put = (key: string, index: Index) => {
    // The last one is the one used last.
    indexes.delete(key)
    indexes.set(key, index)
    for (const oldest of indexes.keys()) {
      if (oldest === key || bytes() <= budgetBytes) return
      indexes.delete(oldest)
    }
  }

  return {
    bytes,
    count: () => indexes.size,

    /** Null when there is no index of this set. */
    search(key: string, query: Query): Ranking | null {
      const index = indexes.get(key)
      if (!index) return null
      put(key, index)
      return index.search(query)
    },

    /** A new index. It is in the cache when it is complete. */
    begin(key: string) {
      const index = createIndex()
      return {
        add: (passage: Indexed) => index.add(passage),
        end: () => put(key, index),
      }
    },
  }
}

/** A vector as it is stored: 32-bit numbers, the lowest byte first, of length one. */
export const packVector = (numbers: readonly number[]): Uint8Array => {
  const length = Math.hypot(...numbers) || 1
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) bytes.writeFloatLE(number / length, at * 4)
  return bytes
}

export const unpackVector = (bytes: Uint8Array): Float32Array => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const numbers = new Float32Array(bytes.byteLength / 4)
  for (let at = 0; at < numbers.length; at++) numbers[at] = buffer.readFloatLE(at * 4)
  return numbers
}

/** The cosine of the angle when both have length one. */
export const dotProduct = (a: Float32Array, b: Float32Array): number => {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}

/**
 * A place in a list counts less the further down it is. The usual constant of 60 lets twenty places
 * of the vectors precede the best one of the words, so that a weak model hides what words find.
 */
const placesBefore = 5
/** Vectors lead where no passage covers the words of the question, and follow where one does. */
const vectorWeights = { uncovered: 1.5, covered: 0.2 }

/** Scores ids by their places in several orders. */
export const rankedByPlace = (orders: { ids: string[]; weight: number }[]): Ranked[] => {
  const scores = new Map<string, number>()
  for (const { ids, weight } of orders) {
    for (const [place, id] of ids.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + weight / (placesBefore + place + 1))
    }
  }
  return [...scores].map(([id, score]) => ({ id, score }))
}

/** Joins two orders of ids by their places: the scores of words and vectors do not compare. */
export const fuse = (byWords: string[], byVectors: string[], coverage: number): Ranked[] => {
  const { uncovered, covered } = vectorWeights
  const weight = covered * coverage + uncovered * (1 - coverage)
  const orders = [
    { ids: byWords, weight: 1 },
    { ids: byVectors, weight },
  ]
  return rankedByPlace(orders).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}
