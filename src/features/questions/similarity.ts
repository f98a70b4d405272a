import { createVocabulary, dice } from '../../platform/text/vocabulary.ts'
import { foldWords, isSmallWord, stemOf, wordsIn } from '../../platform/text/words.ts'
import { dotProduct } from '../retrieval/index.ts'
import { readCharacters } from './grouping.store.ts'
import { kindOf } from './words.ts'

/** From these similarities of words and of vectors on, two questions are in one group. */
const sameWords = 0.48
const sameVector = 0.6

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
  const length = Math.sqrt(dotProduct(vector, vector))
  return length === 0 ? vector : vector.map((value) => value / length)
}

interface Member extends Features {
  groupId: string
  kinds: string[]
}

/** A shorter word is another word when one letter differs. */
const shortestInexact = 5
/** How much more a word of few questions counts. */
const rarityWeight = 0.5

/** Two questions for different things, such as a time and a place, are never the same. */
const otherKind = 0.65

const kindsIn = (words: ReadonlySet<string>) => [...words].filter((word) => word.startsWith('?'))

/** The similarity of two questions, of which the words have weights. */
const wordSimilarity = (a: Member, b: Member, weigh: (words: Iterable<string>) => number) => {
  const common = [...a.words].filter((word) => b.words.has(word))
  const similarity = dice(weigh(common), weigh(a.words), weigh(b.words))
  if (a.kinds.length === 0 && b.kinds.length === 0) return similarity
  if (a.kinds.some((kind) => b.kinds.includes(kind))) return similarity
  return a.kinds.length > 0 && b.kinds.length > 0 ? 0 : similarity * otherKind
}

/** A cosine at or below this says nothing; related questions are far above it. */
const unrelated = 0.55

const vectorSimilarity = (a: Float32Array | null, b: Float32Array | null): number =>
  a && b ? (dotProduct(a, b) - unrelated) / (1 - unrelated) : 0

/** The newest questions that are compared for each word: a frequent word must not cost more. */
const maxWithWord = 100
/** The newest questions whose vectors are compared. */
const maxWithVector = 2000

/**
 * The groups of questions. A question belongs to the group that has the question most like it. The
 * result depends only on the questions and their order.
 */
export const createGroups = () => {
  const vocabulary = createVocabulary()
  const known = new Map<string, string>()
  const withWord = new Map<string, Member[]>()
  const withVector: Member[] = []
  const seen = new Set<string>()

  /** A misspelt word counts as the known word with nearly the same letters. */
  const asKnown = (word: string): string => {
    const before = known.get(word)
    if (before !== undefined) return before
    const isWord = !word.startsWith('?')
    const [found] = isWord && word.length >= shortestInexact ? vocabulary.misspelt(word) : []
    known.set(word, found?.word ?? word)
    if (isWord && !found) vocabulary.add(word)
    return found?.word ?? word
  }

  const memberOf = (groupId: string, { words: given, vector }: Features): Member => {
    const words = new Set([...given].map(asKnown))
    return { groupId, words, kinds: kindsIn(words), vector }
  }

  /** A word of few questions tells more about a question. */
  const createWeigh = () => {
    const weights = new Map<string, number>()
    const weightOf = (word: string) =>
      1 + rarityWeight * Math.log((seen.size + 1) / ((withWord.get(word)?.length ?? 0) + 1))
    return (words: Iterable<string>): number => {
      let sum = 0
      for (const word of words) {
        const weight = weights.get(word) ?? weightOf(word)
        weights.set(word, weight)
        sum += weight
      }
      return sum
    }
  }

  /** Questions that share a word. */
  const sharing = (words: ReadonlySet<string>): Set<Member> =>
    new Set([...words].flatMap((word) => withWord.get(word)?.slice(-maxWithWord) ?? []))

  return {
    /** The group of a question; null when no question is like it. */
    find(features: Features): string | null {
      const asked = memberOf('', features)
      let best: string | null = null
      let highest = 1
      const note = ({ groupId }: Member, similarity: number) => {
        if (similarity < highest || (similarity === highest && best !== null)) return
        best = groupId
        highest = similarity
      }
      const weigh = createWeigh()
      for (const member of sharing(asked.words)) {
        note(member, wordSimilarity(asked, member, weigh) / sameWords)
      }
      if (asked.vector) {
        for (const one of withVector.slice(-maxWithVector)) {
          note(one, vectorSimilarity(asked.vector, one.vector) / sameVector)
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
