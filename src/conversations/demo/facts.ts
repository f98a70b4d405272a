import { subjectOf } from './instructions.ts'
import { readSentences } from './reader.ts'
import { termsOf, unitsOf } from './search.ts'

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
  const subjects = [...parts].map(unitsOf)
  return (text: string): boolean => {
    const terms = new Set(termsOf(text))
    return subjects.some((units) => {
      const shared = units.filter((unit) => [...unit.keys()].some((term) => terms.has(term)))
      return shared.length > units.length / 2 || shared.some(isLiteral)
    })
  }
}

/** "Passwords or phone numbers" are two things. */
const separators = /[,、，]| (?:or|and|oder|und|o|y|ou|et|e|lub|i|veya|ve|او|و) /

/** A code or a number: a secret in every sentence. */
const isLiteral = (unit: Map<string, number>): boolean =>
  [...unit.keys()].some((term) => /\d.*\d.*\d/.test(term))
