import MiniSearch from 'minisearch'
import type { Passage } from '../passage.ts'
import { wordsOf } from './words.ts'

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

export type Indexed = Pick<Passage, 'id' | 'title' | 'headings' | 'text'>

/** A word of this length also finds longer words that begin with it. */
const prefixLength = 4
/** Measured: bytes of heap for each occurrence of a word in a passage. */
const bytesOfEntry = 60
const bytesOfWord = 150

/** A word in more than this share of the passages says nothing about a passage. */
const commonShare = 0.25
/** In so few passages no word is common. */
const fewPassages = 10

export type Index = ReturnType<typeof createIndex>

/** BM25 over passages, with the words of their headings and title. */
export const createIndex = () => {
  const index = new MiniSearch<{ id: string; title: string; headings: string; text: string }>({
    fields: ['title', 'headings', 'text'],
    tokenize: wordsOf,
    // Folded already.
    processTerm: (word) => word,
    searchOptions: {
      boost: { headings: 1.5, title: 0.5 },
      prefix: (word) => word.length >= prefixLength,
      weights: { prefix: 0.4, fuzzy: 0.2 },
      combineWith: 'OR',
    },
  })
  /** In how many passages a word occurs. */
  const occurrences = new Map<string, number>()
  let bytes = 0

  const rarity = (word: string): number =>
    Math.log(1 + (index.documentCount + 1) / ((occurrences.get(word) ?? 0) + 0.5))

  /** Without words such as `the`, in any language: those of a large share of the passages. */
  const tellingWords = (question: string): string[] => {
    const words = [...new Set(wordsOf(question))]
    const most = Math.max(fewPassages, index.documentCount * commonShare)
    const telling = words.filter((word) => (occurrences.get(word) ?? 0) <= most)
    return telling.length > 0 ? telling : words
  }

  return {
    get bytes() {
      return bytes
    },

    add({ id, title, headings, text }: Indexed) {
      index.add({ id, title, headings: headings.join('\n'), text })
      const words = new Set(wordsOf(`${headings.join(' ')} ${text}`))
      for (const word of words) {
        const known = occurrences.get(word) ?? 0
        if (known === 0) bytes += bytesOfWord + 2 * word.length
        occurrences.set(word, known + 1)
      }
      bytes += words.size * bytesOfEntry
    },

    search(question: string, most: number): Ranking {
      const words = tellingWords(question)
      const found = index.search(words.join(' '))
      const weight = words.reduce((sum, word) => sum + rarity(word), 0)
      const [first] = found
      const covered = new Set(first?.queryTerms ?? [])
      const reached = words.reduce((sum, word) => sum + (covered.has(word) ? rarity(word) : 0), 0)
      return {
        ranked: found.slice(0, most).map(({ id, score }) => ({ id, score })),
        best: weight === 0 ? 0 : reached / weight,
      }
    },
  }
}
