import MiniSearch from 'minisearch'
import { maxLength } from '#contract/limits.ts'
import { foldForSearch } from '../../platform/text/text.ts'
import type { Passage } from '../models/model.ts'

interface Ranked {
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
  vector: Uint8Array | null
  limit: number
}

/** A word of this length also finds longer words that begin with it. */
const prefixLength = 4
/** Measured: bytes of heap for a word in a passage, and for each different word. */
const bytesOfEntry = 85
const bytesOfWord = 150
/** A word in more than this share of the passages says nothing about a passage. */
const commonShare = 0.25
/** In so few passages no word is common. */
const fewPassages = 10
/** The candidates of each order before they are joined. */
const candidates = 50
/** A longer question is cut. A preview may have longer ones than a visitor. */
const maxCharacters = maxLength.message
/** A character may fold to 18, so the number of words is limited too. */
const maxWordsRead = 1000
/** The words that are searched. Each one is compared with all words that begin with it. */
const maxWords = 32

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text in the order of the text, folded, in any script; at most the first `maximum`. */
export const wordsOf = (text: string, maximum = Number.POSITIVE_INFINITY): string[] => {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(foldForSearch(text))) {
    if (words.length >= maximum) break
    if (isWordLike) words.push(segment)
  }
  return words
}

export type Index = ReturnType<typeof createIndex>

/** BM25 over passages, their headings and their title; with vectors, both orders are joined. */
export const createIndex = () => {
  /** The words of the passage that is being added: reading them twice would double the time. */
  const seen = new Set<string>()
  const index = new MiniSearch<{ id: string; title: string; headings: string; text: string }>({
    fields: ['title', 'headings', 'text'],
    tokenize: (text) => {
      const words = wordsOf(text)
      for (const word of words) seen.add(word)
      return words
    },
    // Folded already.
    processTerm: (word) => word,
    searchOptions: {
      boost: { headings: 1.5, title: 0.5 },
      prefix: (word) => word.length >= prefixLength,
      weights: { prefix: 0.4, fuzzy: 0.2 },
      combineWith: 'OR',
    },
  })
  /** The number of passages in which a word occurs. */
  const occurrences = new Map<string, number>()
  const vectors = new Map<string, Float32Array>()
  let bytes = 0

  const rarity = (word: string): number =>
    Math.log(1 + (index.documentCount + 1) / ((occurrences.get(word) ?? 0) + 0.5))

  /** Without words such as `the`, in any language: those of a large share of the passages. */
  const distinctiveWords = (question: string): string[] => {
    const words = [...new Set(wordsOf(question.slice(0, maxCharacters), maxWordsRead))]
    const maxOccurrences = Math.max(fewPassages, index.documentCount * commonShare)
    const distinctive = words.filter((word) => (occurrences.get(word) ?? 0) <= maxOccurrences)
    return distinctive.length > 0 ? distinctive : words
  }

  /** The rarest words. Those that occur in no passage come last: they can only begin a longer word. */
  const searchedWords = (words: string[]): string[] => {
    if (words.length <= maxWords) return words
    const order = (word: string) => occurrences.get(word) ?? Number.POSITIVE_INFINITY
    return words
      .toSorted((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)))
      .slice(0, maxWords)
  }

  const byVector = (vector: Uint8Array): string[] => {
    const wanted = unpackVector(vector)
    return [...vectors]
      .map(([id, one]) => ({ id, score: similarity(wanted, one) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, candidates)
      .map(({ id }) => id)
  }

  /** The share of the question that is in a passage: a rare word counts more. */
  const coverage = (words: string[], covered: string[]): number => {
    const weigh = (some: string[]) => some.reduce((sum, word) => sum + rarity(word), 0)
    const all = weigh(words)
    const isCovered = new Set(covered)
    return all === 0 ? 0 : weigh(words.filter((word) => isCovered.has(word))) / all
  }

  return {
    get bytes() {
      return bytes
    },

    add({ id, title, headings, text, vector }: Indexed) {
      seen.clear()
      index.add({ id, title, headings: headings.join('\n'), text })
      for (const word of seen) {
        const known = occurrences.get(word) ?? 0
        if (known === 0) bytes += bytesOfWord + 2 * word.length
        occurrences.set(word, known + 1)
      }
      bytes += seen.size * bytesOfEntry
      seen.clear()
      if (!vector) return
      vectors.set(id, unpackVector(vector))
      bytes += vector.byteLength
    },

    search({ question, vector, limit }: Query): Ranking {
      const words = distinctiveWords(question)
      const found = index.search(searchedWords(words).join(' '))
      seen.clear()
      const best = coverage(words, found[0]?.queryTerms ?? [])
      if (!vector || vectors.size === 0) {
        return { ranked: found.slice(0, limit).map(({ id, score }) => ({ id, score })), best }
      }
      const byWords = found.slice(0, candidates).map(({ id }) => id as string)
      return { ranked: fuse(byWords, byVector(vector)).slice(0, limit), best }
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

/** The cosine of the angle, because both have length one. */
export const similarity = (a: Float32Array, b: Float32Array): number => {
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
/** Vectors also find passages without a common word, so their order counts more. */
const vectorWeight = 1.2

/** Joins two orders of ids by their places: the scores of words and vectors do not compare. */
export const fuse = (byWords: string[], byVectors: string[]): { id: string; score: number }[] => {
  const scores = new Map<string, number>()
  const count = (ids: string[], weight: number) => {
    for (const [place, id] of ids.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + weight / (placesBefore + place + 1))
    }
  }
  count(byWords, 1)
  count(byVectors, vectorWeight)
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}
