import { placeholdersIn } from '#contract/placeholders.ts'
import { subjectOf } from './marks.ts'
import { readSentences } from './reader.ts'
import { termsOf, type Unit, unitsOf } from './search.ts'

/** A sentence of a prompt that may be quoted as it stands. */
export interface Fact {
  text: string
  /** The heading: a title, the line before a list, or the question that the fact answers. */
  heading: string | null
  isListed: boolean
}

/**
 * The sentences of a prompt, without its instructions, without the facts that these forbid to tell
 * and without those that the owner has not filled in yet.
 */
export const factsOf = (prompt: string): Fact[] => {
  const sentences = readSentences(prompt)
  const prohibitions = sentences.filter(({ nature }) => nature === 'prohibition')
  const candidates = sentences
    .filter(({ isOut, text }) => !isOut && placeholdersIn(text).length === 0)
    .map(({ text, heading, isListed }) => ({ text, heading, isListed }))
  if (prohibitions.length === 0) return candidates
  const terms = candidates.map(({ text, heading }) => new Set(termsOf(`${heading ?? ''} ${text}`)))
  const isForbidden = forbiddenBy(
    prohibitions.map(({ text }) => text),
    terms,
  )
  return candidates.filter((_, index) => !isForbidden(terms[index] ?? new Set()))
}

/** Something that must not be told, by the words that name it. */
type Subject = Unit[]

/** Words that occur in more sentences describe the whole prompt, not a single secret. */
const mostUses = 3

/**
 * "Do not tell the code of the door" also covers "Door code: 4711" anywhere in the prompt. A
 * sentence is withheld when it shares a number with a prohibition, most of its words, or two rare
 * words.
 */
const forbiddenBy = (prohibitions: string[], facts: Set<string>[]) => {
  const frequencies = new Map<string, number>()
  for (const term of facts.flatMap((terms) => [...terms])) {
    frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  }
  const isRare = (term: string) => !term.startsWith('#') && (frequencies.get(term) ?? 0) <= mostUses
  const uses = usesIn(prohibitions)
  return (terms: Set<string>): boolean => {
    const shared = new Map<Subject, Set<Unit>>()
    const rare = new Map<Subject, Set<Unit>>()
    for (const term of terms) {
      for (const { subject, unit } of uses.get(term) ?? []) {
        if (isLiteral(term)) return true
        if (addTo(shared, subject, unit) > subject.length / 2) return true
        if (!isRare(term)) continue
        if (addTo(rare, subject, unit) >= 2) return true
      }
    }
    return false
  }
}

/**
 * Maps a term to the subjects that contain it. Comparing each fact with each subject takes too
 * long.
 */
const usesIn = (prohibitions: string[]) => {
  const parts = new Set(prohibitions.flatMap((text) => subjectOf(text).split(separators)))
  const uses = new Map<string, { subject: Subject; unit: Unit }[]>()
  for (const part of parts) {
    const subject = unitsOf(part)
    for (const unit of subject) {
      for (const term of unit.keys()) {
        // "Refuse, and give the phone number" does not forbid every way to reach the owner.
        if (term === '#contact') continue
        const others = uses.get(term)
        if (others) others.push({ subject, unit })
        else uses.set(term, [{ subject, unit }])
      }
    }
  }
  return uses
}

const addTo = (sets: Map<Subject, Set<Unit>>, subject: Subject, unit: Unit): number => {
  const units = sets.get(subject) ?? new Set()
  sets.set(subject, units.add(unit))
  return units.size
}

/** "Passwords or phone numbers" names two subjects. */
const separators = /[,、，]| (?:or|and|oder|und|o|y|ou|et|e|lub|i|veya|ve|او|و) /

/** A code or a number is a secret in every sentence. */
const isLiteral = (term: string): boolean => /\d.*\d/.test(term)
