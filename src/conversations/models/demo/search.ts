import { conceptsIn } from './concepts.ts'
import { foldWords, stemsOf } from './words.ts'

/** One thing that is asked about: the terms that stand for it, and how well. */
export type Unit = Map<string, number>

const conceptWeight = 0.85
/** Asked of something else: who wants to know what a massage costs has no use for other prices. */
const aspects = ['#hours', '#price', '#place', '#contact']
const aspectWeight = 0.4
const resemblanceWeight = 0.7
// Visitors write up to 4,000 characters; what they ask about is in the first few words.
const mostUnits = 40

/** What a text is about, for finding it. */
export const termsOf = (text: string): string[] => {
  const folded = foldWords(text)
  return [...stemsOf(folded), ...conceptsIn(folded).map(({ term }) => term)]
}

/** What a question is about; a concept and the words for it are one thing. */
export const unitsOf = (text: string): Unit[] => {
  let rest = foldWords(text)
  const units: Unit[] = []
  for (const { term, found, pattern } of conceptsIn(rest)) {
    const stems = [...new Set(found)].flatMap(stemsOf).map((stem) => [stem, 1] as const)
    units.push(new Map([...stems, [term, conceptWeight]]))
    rest = rest.replace(pattern, ' ')
  }
  for (const stem of new Set(stemsOf(rest))) units.push(new Map([[stem, 1]]))
  // A single character that a concept left over says nothing.
  const whole = units.filter((unit) => [...unit.keys()].some((term) => term.length > 1))
  return (whole.length > 0 ? whole : units).slice(0, mostUnits)
}

export interface Hit<Document> {
  document: Document
  score: number
  /** How much of the question is in it, from 0 to 1. */
  coverage: number
}

export type Search<Document> = (units: Unit[], hints: Unit[]) => Hit<Document>[]

const saturation = 1.2
const lengthWeight = 0.4
const hintWeight = 0.5

/** BM25 over documents of a few words each. Hints raise what is found, but find nothing. */
export const createSearch = <Document>(
  documents: Document[],
  textOf: (document: Document) => string,
): Search<Document> => {
  const entries = documents.map((document) => {
    const counts = new Map<string, number>()
    const terms = termsOf(textOf(document))
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    return { document, counts, length: terms.length }
  })
  const frequencies = new Map<string, number>()
  for (const { counts } of entries) {
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  }
  const meanLength = entries.reduce((sum, { length }) => sum + length, 0) / entries.length

  const rarity = (frequency: number): number =>
    Math.log(1 + (entries.length - frequency + 0.5) / (frequency + 0.5))

  /** Words that are in no document are replaced by those that resemble them. */
  const known = (unit: Unit): Unit => {
    const exact = [...unit].filter(([term]) => frequencies.has(term))
    if (exact.length > 0) return new Map(exact)
    const similar = [...frequencies.keys()].filter((term) =>
      [...unit.keys()].some((asked) => resembles(asked, term)),
    )
    return new Map(similar.map((term) => [term, resemblanceWeight]))
  }

  const score = (unit: Unit, { counts, length }: (typeof entries)[number]): number => {
    let best = 0
    for (const [term, weight] of unit) {
      const count = counts.get(term)
      if (!count) continue
      const norm = 1 - lengthWeight + (lengthWeight * length) / meanLength
      const value = (count * (saturation + 1)) / (count + saturation * norm)
      best = Math.max(best, weight * rarity(frequencies.get(term) ?? 1) * value)
    }
    return best
  }

  const importance = (unit: Unit): number => {
    const rarities = [...unit.keys()].map((term) => rarity(frequencies.get(term) ?? 1))
    const value = Math.max(rarity(1) / 2, ...rarities)
    return aspects.some((aspect) => unit.has(aspect)) ? value * aspectWeight : value
  }

  return (asked, hinted) => {
    const units = asked.map(known)
    const hints = hinted.map(known)
    const total = asked.reduce((sum, unit) => sum + importance(unit), 0)
    return entries
      .map((entry) => {
        const scores = units.map((unit) => score(unit, entry))
        const covered = asked.reduce(
          (sum, unit, index) => sum + ((scores[index] ?? 0) > 0 ? importance(unit) : 0),
          0,
        )
        const hintScore = hints.reduce((sum, hint) => sum + score(hint, entry) * hintWeight, 0)
        return {
          document: entry.document,
          score: scores.reduce((sum, one) => sum + one, hintScore),
          coverage: total === 0 ? 0 : covered / total,
        }
      })
      .filter(({ coverage }) => coverage > 0)
      .sort((a, b) => b.score - a.score)
  }
}

/** Compounds, endings and one wrong letter; not for short words, which resemble too much. */
const resembles = (asked: string, term: string): boolean => {
  if (asked.length < 4 || term.length < 4 || /^#|\d/.test(asked) || /^#|\d/.test(term)) return false
  if (term.startsWith(asked) || asked.startsWith(term)) return true
  if (asked.length >= 5 && (term.endsWith(asked) || asked.endsWith(term))) return true
  return asked.length >= 5 && asked[0] === term[0] && differsByOne(asked, term)
}

const differsByOne = (a: string, b: string): boolean => {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && long[at] === short[at]) at += 1
  const rest = long.slice(at + 1)
  return rest === short.slice(at) || rest === short.slice(at + 1)
}
