import { foldWords, isSmallWord, stemOf, wordsIn } from '../../platform/text/words.ts'
import { readCharacters } from './grouping.store.ts'
import { kindOf } from './words.ts'

/** From this similarity on, two questions are in one group. */
const threshold = 0.6

/** The parts of a question that are compared. */
export interface Features {
  words: ReadonlySet<string>
  /** From the embedding model; null without one. Its length is 1. */
  vector: Float32Array | null
}

/** A question of real words has far fewer. */
const maxWords = 32

/** The words that carry the meaning. A question of small words only keeps them. */
const wordsOf = (text: string): Set<string> => {
  // Cut twice, because folding replaces one character by up to 18.
  const folded = foldWords(text.slice(0, readCharacters)).slice(0, readCharacters)
  const all = wordsIn(folded)
  const meaning = all.filter((word) => kindOf.has(word) || !isSmallWord(word))
  const stems = (meaning.length > 0 ? meaning : all).map((word) => kindOf.get(word) ?? stemOf(word))
  return new Set([...new Set(stems)].slice(0, maxWords))
}

export const featuresOf = (text: string, vector: Float32Array | null = null): Features => ({
  words: wordsOf(text),
  vector: vector && unit(vector),
})

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(dot(vector, vector))
  return length === 0 ? vector : vector.map((value) => value / length)
}

interface Member extends Features {
  groupId: string
  kinds: string[]
}

/** Two questions for different things, such as a time and a place, are never the same. */
const otherKind = 0.85

const kindsIn = (words: ReadonlySet<string>) => [...words].filter((word) => word.startsWith('?'))

type Compared = Pick<Member, 'words' | 'kinds'>

const wordSimilarity = (a: Compared, b: Compared, common: number): number => {
  const similarity = dice(common, a.words.size, b.words.size)
  if (a.kinds.length === 0 && b.kinds.length === 0) return similarity
  if (a.kinds.some((kind) => b.kinds.includes(kind))) return similarity
  return a.kinds.length > 0 && b.kinds.length > 0 ? 0 : similarity * otherKind
}

const dot = (a: Float32Array, b: Float32Array): number => {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

/** A cosine at or below this says nothing; related questions are far above it. */
const unrelated = 0.55

const vectorSimilarity = (a: Float32Array | null, b: Float32Array | null): number =>
  a && b ? (dot(a, b) - unrelated) / (1 - unrelated) : 0

/** The newest questions that are compared for each word: a frequent word must not cost more. */
const maxWithWord = 100
/** The newest questions whose vectors are compared. */
const maxWithVector = 2000

/**
 * The groups of questions. A question belongs to the group that has the question most like it. The
 * result depends only on the questions and their order.
 */
export const createGroups = () => {
  const known = createVocabulary()
  const withWord = new Map<string, Member[]>()
  const withVector: Member[] = []
  const seen = new Set<string>()

  const memberOf = (groupId: string, { words: given, vector }: Features): Member => {
    const words = new Set([...given].map(known))
    return { groupId, words, kinds: kindsIn(words), vector }
  }

  /** The number of common words of every question that shares a word. */
  const sharing = (words: ReadonlySet<string>) => {
    const common = new Map<Member, number>()
    for (const word of words) {
      for (const member of withWord.get(word)?.slice(-maxWithWord) ?? []) {
        common.set(member, (common.get(member) ?? 0) + 1)
      }
    }
    return common
  }

  return {
    /** The group of a question; null when no question is like it. */
    find(features: Features): string | null {
      const asked = memberOf('', features)
      let best: string | null = null
      let highest = threshold
      const note = ({ groupId }: Member, similarity: number) => {
        if (similarity < highest || (similarity === highest && best !== null)) return
        best = groupId
        highest = similarity
      }
      for (const [member, common] of sharing(asked.words)) {
        note(member, wordSimilarity(asked, member, common))
      }
      if (asked.vector) {
        for (const one of withVector.slice(-maxWithVector)) {
          note(one, vectorSimilarity(asked.vector, one.vector))
        }
      }
      return best
    },

    add(groupId: string, features: Features) {
      const member = memberOf(groupId, features)
      if (member.vector) withVector.push(member)
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

/** The share of common elements: 1 for equal sets, 0 for sets that have nothing in common. */
export const dice = (common: number, a: number, b: number): number =>
  a + b ? (2 * common) / (a + b) : 0

const trigramsOf = (word: string): Set<string> => {
  const padded = `^${word}$`
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

const sameWord = 0.66
const shortestInexact = 5
/** The words that are compared with a new one. More would make invented words expensive. */
const maxCandidates = 24
/** The words that are found by one trigram: a frequent one tells words apart badly. */
const maxWithTrigram = 128

const commonOf = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let common = 0
  for (const one of a) if (b.has(one)) common += 1
  return common
}

/**
 * Words as the groups know them: a misspelt or inflected word counts as the known word that has most
 * of the same letters in the same order. The cost of a word does not depend on the number of known
 * words.
 */
export const createVocabulary = () => {
  const known = new Map<string, string>()
  const withTrigram = new Map<string, string[]>()
  const trigrams = new Map<string, Set<string>>()

  /**
   * The known words that may be the same, those of rare trigrams first. Two words that are the same
   * share more than half of their trigrams, so half of them are enough to find the other word.
   */
  const candidatesFor = (word: string, grams: Set<string>): Set<string> => {
    const lists = [...grams]
      .map((gram) => withTrigram.get(gram) ?? [])
      .sort((a, b) => a.length - b.length)
      .slice(0, Math.floor(grams.size / 2) + 1)
    const candidates = new Set<string>()
    for (const other of lists.flat()) {
      if (candidates.size >= maxCandidates) break
      if (other.length >= shortestInexact && word[0] === other[0]) candidates.add(other)
    }
    return candidates
  }

  const nearest = (word: string, grams: Set<string>): string | undefined => {
    let best: string | undefined
    let highest = sameWord
    for (const other of candidatesFor(word, grams)) {
      const others = trigrams.get(other) ?? new Set()
      const similarity = dice(commonOf(grams, others), grams.size, others.size)
      if (similarity > highest) {
        best = other
        highest = similarity
      }
    }
    return best
  }

  const learn = (word: string, grams: Set<string>) => {
    trigrams.set(word, grams)
    for (const gram of grams) {
      const words = withTrigram.get(gram)
      if (!words) withTrigram.set(gram, [word])
      else if (words.length < maxWithTrigram) words.push(word)
    }
  }

  return (word: string): string => {
    const before = known.get(word)
    if (before !== undefined) return before
    const grams = trigramsOf(word)
    const found = word.length >= shortestInexact ? nearest(word, grams) : undefined
    known.set(word, found ?? word)
    if (found === undefined) learn(word, grams)
    return found ?? word
  }
}
