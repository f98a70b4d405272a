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
