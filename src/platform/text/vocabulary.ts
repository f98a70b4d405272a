/** The share of common elements: 1 for equal sets, 0 for sets that have nothing in common. */
export const dice = (common: number, a: number, b: number): number =>
  a + b ? (2 * common) / (a + b) : 0

const trigramsOf = (word: string): string[] => {
  const padded = `^${word}$`
  return [
    ...new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3))),
  ]
}

/** The entries that are read for one word: a word of frequent letters must not cost more. */
const maxEntries = 1500
const maxCompared = 24
/** Two words that share fewer of their trigrams are different words. */
const minShare = 0.2
/** Parts of fewer letters are in too many words. */
const shortestPart = 4
const maxRelated = 8

/** A known word, and the share of the meaning that it has: 1 for the same word. */
interface Related {
  word: string
  share: number
}

/** By the number of wrong letters. */
const misspelt = [1, 0.8, 0.55]
const inCompound = 0.5
/** A compound is what its last part names: a cellar for bicycles is a cellar. */
const lastPart = 0.6
const firstPart = 0.25

/** The number of letters that are wrong, missing, added or swapped. */
const distance = (a: string, b: string): number => {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const replaced = (last[j - 1] ?? 0) + (isSame ? 0 : 1)
      let least = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

/** Short words resemble too many others, and two wrong letters need more of the same. */
const maxDistance = ({ length }: string, share: number): number =>
  length < 4 ? 0 : length < 6 || share < 0.5 ? 1 : 2

const isPart = (part: string, word: string): boolean =>
  part.length >= shortestPart &&
  word.length >= part.length + 3 &&
  (word.endsWith(part) || word.startsWith(part))

const shareOf = (word: string, other: string): number =>
  other.length > word.length ? inCompound : word.endsWith(other) ? lastPart : firstPart

/** Finds known words that are spelt like a word, or are parts of it. The cost of a word is bounded. */
export const createVocabulary = () => {
  const withTrigram = new Map<string, string[]>()

  /** The known words that share trigrams, with the number of those: rare trigrams are read first. */
  const sharing = (grams: string[]): Map<string, number> => {
    const lists = grams
      .map((gram) => withTrigram.get(gram) ?? [])
      .sort((a, b) => a.length - b.length)
    const common = new Map<string, number>()
    let left = maxEntries
    for (const words of lists) {
      for (const word of words.slice(0, left)) common.set(word, (common.get(word) ?? 0) + 1)
      left -= words.length
      if (left <= 0) break
    }
    return common
  }

  return {
    /** Bytes of heap, measured. */
    add(word: string): number {
      const grams = trigramsOf(word)
      for (const gram of grams) {
        const words = withTrigram.get(gram)
        if (words) words.push(word)
        else withTrigram.set(gram, [word])
      }
      return grams.length * 16
    },

    /** Known words of which it is a part, or that are parts of it: `keller` and `fahrradkeller`. */
    compounds(word: string): Related[] {
      if (word.length < shortestPart) return []
      return [...sharing(trigramsOf(word)).keys()]
        .filter((other) => isPart(word, other) || isPart(other, word))
        .sort((a, b) => Math.abs(a.length - word.length) - Math.abs(b.length - word.length))
        .slice(0, maxRelated)
        .map((other) => ({ word: other, share: shareOf(word, other) }))
    },

    /** Known words with nearly the same letters, for a word that is not known. */
    misspelt(word: string): Related[] {
      const grams = trigramsOf(word)
      const near = [...sharing(grams)]
        .map(([other, common]) => ({ other, share: dice(common, grams.length, other.length) }))
        .filter(({ other, share }) => share >= minShare && other.length >= shortestPart)
        .sort((a, b) => b.share - a.share)
        .slice(0, maxCompared)
        .map(({ other, share }) => ({ word: other, far: distance(word, other), share }))
        .filter(({ far, share }) => far <= maxDistance(word, share))
      const least = Math.min(...near.map(({ far }) => far))
      return near
        .filter(({ far }) => far === least)
        .slice(0, maxRelated)
        .map(({ word: other, far }) => ({ word: other, share: misspelt[far] ?? 0 }))
    },
  }
}
