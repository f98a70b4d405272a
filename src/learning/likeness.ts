import { foldWords, isSmallWord, stemOf, wordsIn } from '../kit/words.ts'
import { kindOf } from './words.ts'

/** From this likeness on, two questions are in one group. */
export const threshold = 0.6

/** The parts of a question that are compared. */
export interface Features {
  words: ReadonlySet<string>
  /** From the embedding model; null without one. Its length is 1. */
  vector: Float32Array | null
}

/** A long message has its question at the beginning, and every word costs time. */
const readCharacters = 500

/** The words that carry the meaning. A question of small words only keeps them. */
const wordsOf = (text: string): Set<string> => {
  const all = wordsIn(foldWords(text.slice(0, readCharacters)))
  const meaning = all.filter((word) => kindOf.has(word) || !isSmallWord(word))
  return new Set(
    (meaning.length > 0 ? meaning : all).map((word) => kindOf.get(word) ?? stemOf(word)),
  )
}

export const featuresOf = (text: string, vector: Float32Array | null = null): Features => ({
  words: wordsOf(text),
  vector: vector && unit(vector),
})

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}

const trigrams = (word: string): Set<string> => {
  const padded = `^${word}$`
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** The share of common elements: 1 for equal sets, 0 for sets that have nothing in common. */
const dice = (common: number, a: number, b: number): number => (a + b ? (2 * common) / (a + b) : 0)

const sameWord = 0.66
const shortestInexact = 5

/**
 * Words as the index knows them: a misspelt or inflected word counts as the known word that has most
 * of the same letters in the same order.
 */
const createVocabulary = () => {
  const known = new Map<string, string>()
  const withTrigram = new Map<string, string[]>()
  const sizes = new Map<string, number>()

  const nearest = (word: string, grams: Set<string>): string | undefined => {
    const common = new Map<string, number>()
    for (const gram of grams) {
      for (const other of withTrigram.get(gram) ?? []) {
        common.set(other, (common.get(other) ?? 0) + 1)
      }
    }
    let best: string | undefined
    let most = sameWord
    for (const [other, count] of common) {
      const likeness = dice(count, grams.size, sizes.get(other) ?? 0)
      if (likeness > most && other.length >= shortestInexact && word[0] === other[0]) {
        best = other
        most = likeness
      }
    }
    return best
  }

  return (word: string): string => {
    const before = known.get(word)
    if (before !== undefined) return before
    const grams = trigrams(word)
    const found = word.length >= shortestInexact ? nearest(word, grams) : undefined
    known.set(word, found ?? word)
    if (found === undefined) {
      sizes.set(word, grams.size)
      for (const gram of grams) withTrigram.set(gram, [...(withTrigram.get(gram) ?? []), word])
    }
    return found ?? word
  }
}

interface Member extends Features {
  groupId: string
}

/** Two questions for different things, such as a time and a place, are never the same. */
const otherKind = 0.85

const kindsIn = (words: ReadonlySet<string>) => [...words].filter((word) => word.startsWith('?'))

const wordLikeness = (a: ReadonlySet<string>, b: ReadonlySet<string>, common: number): number => {
  const [ofA, ofB] = [kindsIn(a), kindsIn(b)]
  const likeness = dice(common, a.size, b.size)
  if (ofA.length === 0 && ofB.length === 0) return likeness
  if (ofA.some((kind) => ofB.includes(kind))) return likeness
  return ofA.length > 0 && ofB.length > 0 ? 0 : likeness * otherKind
}

const dot = (a: Float32Array, b: Float32Array): number =>
  a.length === b.length ? a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) : 0

/** A cosine at or below this says nothing; related questions are far above it. */
const unrelated = 0.55

const vectorLikeness = (a: Float32Array | null, b: Float32Array | null): number =>
  a && b ? (dot(a, b) - unrelated) / (1 - unrelated) : 0

/** The questions that are compared for each word, so that a frequent word does not cost more. */
const mostWithWord = 500

/**
 * The groups of questions. A question belongs to the group that has the question most like it. The
 * result depends only on the questions and their order.
 */
export const createGroups = () => {
  const known = createVocabulary()
  const withWord = new Map<string, Member[]>()
  const withVector: Member[] = []
  const seen = new Set<string>()

  /** The number of common words of every question that shares a word. */
  const sharing = (words: ReadonlySet<string>) => {
    const common = new Map<Member, number>()
    for (const word of words) {
      for (const member of withWord.get(word)?.slice(-mostWithWord) ?? []) {
        common.set(member, (common.get(member) ?? 0) + 1)
      }
    }
    return common
  }

  return {
    /** The group of a question; null when no question is like it. */
    find({ words: given, vector }: Features): string | null {
      const words = new Set([...given].map(known))
      let best: string | null = null
      let most = threshold
      const note = ({ groupId }: Member, likeness: number) => {
        if (likeness < most || (likeness === most && best !== null)) return
        best = groupId
        most = likeness
      }
      for (const [member, common] of sharing(words)) {
        note(member, wordLikeness(words, member.words, common))
      }
      if (vector) for (const one of withVector) note(one, vectorLikeness(vector, one.vector))
      return best
    },

    add(groupId: string, { words: given, vector }: Features) {
      const member = { groupId, words: new Set([...given].map(known)), vector }
      if (vector) withVector.push(member)
      // The same words again would only cost time.
      const key = [groupId, ...[...member.words].sort()].join(' ')
      if (seen.has(key)) return
      seen.add(key)
      for (const word of member.words) {
        const others = withWord.get(word)
        if (others) others.push(member)
        else withWord.set(word, [member])
      }
    },
  }
}

export type Groups = ReturnType<typeof createGroups>
