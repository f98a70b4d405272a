import { placeholdersIn } from '#contract/placeholders.ts'
import type { Passage } from '../passage.ts'
import { separators } from './languages/letters.ts'
import { subjectOf } from './marks.ts'
import { passageFacts } from './passage-facts.ts'
import { readSentences } from './reader.ts'
import { termsOf, unitsOf } from './search.ts'

/** A sentence of a prompt that may be quoted as it stands. */
export interface Fact {
  text: string
  /** The heading: a title, the line before a list, or the question that the fact answers. */
  heading: string | null
  isListed: boolean
  /** More words by which the fact is found: the title of its source, and the headings above it. */
  context?: string
  /** The number of its passage, from 1; missing for a fact of the prompt. */
  passage?: number
}

/**
 * The sentences of a prompt, without its instructions, without the facts that these forbid to tell
 * and without those that the owner has not filled in yet. The sentences of the passages follow,
 * without those that the prompt forbids to tell.
 */
export const factsOf = (prompt: string, passages: Passage[] = []): Fact[] => {
  const sentences = readSentences(prompt)
  const facts = sentences
    .filter(({ isOut, text }) => !isOut && placeholdersIn(text).length === 0)
    .map(({ text, heading, isListed }) => ({ text, heading, isListed }))
  const subjects = sentences
    .filter(({ nature }) => nature === 'prohibition')
    .flatMap(({ text }) => subjectOf(text).split(separators))
  const known = passages.flatMap((passage, index) => passageFacts(passage, index + 1))
  // Apart, because a word that is rare in the prompt may be frequent in a document.
  return [facts, known].flatMap((some) => withoutSubjects(some, new Set(subjects)))
}

const withoutSubjects = (facts: Fact[], subjects: Set<string>): Fact[] => {
  if (subjects.size === 0) return facts
  const index = indexOf(facts)
  const withheld = new Set([...subjects].flatMap((subject) => named(subject, index)))
  return facts.filter((fact) => !withheld.has(fact))
}

/** The facts with a term. Comparing each fact with each prohibition takes too long. */
type Index = Map<string, Set<Fact>>

const indexOf = (facts: Fact[]): Index => {
  const index: Index = new Map()
  for (const fact of facts) {
    for (const term of termsOf(`${fact.heading ?? ''} ${fact.text}`)) {
      index.set(term, (index.get(term) ?? new Set()).add(fact))
    }
  }
  return index
}

/** Words that occur in more sentences describe the whole prompt, not a single secret. */
const mostUses = 3

/**
 * "Do not tell the code of the door" also covers "Door code: 4711" anywhere in the prompt: a fact
 * that shares a number with the subject of a prohibition, most of its words, or two rare words.
 */
const named = (subject: string, index: Index): Fact[] => {
  const literal: Fact[] = []
  const shared: Fact[] = []
  const rare: Fact[] = []
  const units = unitsOf(subject)
  for (const unit of units) {
    // "Refuse, and give the phone number" does not forbid every way to reach the owner.
    const terms = [...unit].filter((term) => term !== '#contact')
    const factsWith = (wanted: string[]) =>
      new Set(wanted.flatMap((term) => [...(index.get(term) ?? [])]))
    literal.push(...factsWith(terms.filter(isLiteral)))
    shared.push(...factsWith(terms))
    rare.push(
      ...factsWith(
        terms.filter((term) => !term.startsWith('#') && (index.get(term)?.size ?? 0) <= mostUses),
      ),
    )
  }
  return [...literal, ...repeated(shared, units.length / 2), ...repeated(rare, 1)]
}

/** The facts that occur more often than `most`. */
const repeated = (facts: Fact[], most: number): Fact[] =>
  [...Map.groupBy(facts, (fact) => fact)]
    .filter(([, times]) => times.length > most)
    .map(([fact]) => fact)

/** A code or a number is a secret in every sentence. */
const isLiteral = (term: string): boolean => /\d.*\d/.test(term)
