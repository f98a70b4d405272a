import { subjectOf } from './instructions.ts'
import { readSentences } from './reader.ts'
import { termsOf, type Unit, unitsOf } from './search.ts'

/** A sentence of a prompt that may be read out as it stands. */
export interface Fact {
  text: string
  /** What it stands under: a title, the line before a list, or the question that it answers. */
  heading: string | null
  isListed: boolean
}

/** The sentences that tell something, without those that instruct and those they forbid to tell. */
export const factsOf = (prompt: string): Fact[] => {
  const sentences = readSentences(prompt)
  const prohibitions = sentences.filter(({ nature }) => nature === 'prohibition')
  const isForbidden = forbiddenBy(prohibitions.map(({ text }) => text))
  return sentences
    .filter(({ isOut, text, heading }) => !isOut && !isForbidden(`${heading ?? ''} ${text}`))
    .map(({ text, heading, isListed }) => ({ text, heading, isListed }))
}

/**
 * "Do not tell the code of the door" also covers "Door code: 4711", wherever that stands: what has
 * most of the words of what must not be told is not told.
 */
const forbiddenBy = (prohibitions: string[]) => {
  const parts = new Set(prohibitions.flatMap((text) => subjectOf(text).split(separators)))
  const subjects = [...parts].map((part) => ({ units: unitsOf(part), shared: new Set<Unit>() }))
  // From a term to what must not be told: comparing each fact with each of them takes too long.
  const uses = new Map<string, { subject: Subject; unit: Unit }[]>()
  for (const subject of subjects) {
    for (const unit of subject.units) {
      for (const term of unit.keys()) {
        const others = uses.get(term)
        if (others) others.push({ subject, unit })
        else uses.set(term, [{ subject, unit }])
      }
    }
  }
  return (text: string): boolean => {
    const touched = new Set<Subject>()
    for (const term of new Set(termsOf(text))) {
      for (const { subject, unit } of uses.get(term) ?? []) {
        touched.add(subject)
        subject.shared.add(unit)
      }
    }
    let isForbidden = false
    for (const { units, shared } of touched) {
      isForbidden ||= shared.size > units.length / 2 || [...shared].some(isLiteral)
      shared.clear()
    }
    return isForbidden
  }
}

/** One thing that must not be told. */
interface Subject {
  units: Unit[]
  /** Those that the fact at hand has as well. */
  shared: Set<Unit>
}

/** "Passwords or phone numbers" are two things. */
const separators = /[,、，]| (?:or|and|oder|und|o|y|ou|et|e|lub|i|veya|ve|او|و) /

/** A code or a number: a secret in every sentence. */
const isLiteral = (unit: Unit): boolean => [...unit.keys()].some((term) => /\d.*\d.*\d/.test(term))
