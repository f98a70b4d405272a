import type { Unit } from '../../../platform/text/terms.ts'
import { createTextIndex, type WeighedUnit } from '../../../platform/text/text-index.ts'
import type { Fact } from './facts.ts'

/**
 * Aspects of a subject: the price of breakfast does not answer a question about the price of a
 * massage.
 */
const aspects = ['#hours', '#price', '#place', '#contact', '#free', '#rent', '#museum', '#children']
const aspectWeight = 0.4
/** A topic is what a question is about; other words may only describe it. */
const topicWeight = 1.8
const hintWeight = 0.5
/** What a whole document is about does not tell which of its sentences is the answer. */
const untelling = 0.59

export const isAspect = ({ terms }: Unit): boolean => terms.some((term) => aspects.includes(term))

const weightOf = (unit: Unit): number =>
  isAspect(unit) ? aspectWeight : unit.terms[0]?.startsWith('#') ? topicWeight : 1

export interface Hit {
  fact: Fact
  score: number
  /** The share of the question that the fact covers, from 0 to 1: rare words count more. */
  coverage: number
}

/** Finds the facts for a question. Hints raise the score of a hit, but do not find facts. */
export const search = (facts: Fact[], asked: Unit[], hinted: Unit[]): Hit[] => {
  const index = createTextIndex({ text: 1, heading: 1 })
  for (const [id, { text, heading, passage }] of facts.entries()) {
    // Apart in documents, so that the words around several facts do not favour one of them.
    const fields =
      passage === undefined
        ? { text: `${heading ?? ''} ${text}` }
        : { text, heading: heading ?? '' }
    index.add(String(id), fields)
  }
  const own = asked.map((unit): WeighedUnit => ({ ...unit, weight: 1 }))
  const hints = hinted.map((unit): WeighedUnit => ({ ...unit, weight: hintWeight }))
  const found = index.search([...own, ...hints])
  // What every fact has, such as the title of the document, need not be covered.
  const needed = own.filter((unit) => found.asked.includes(unit))
  const importance = new Map(needed.map((unit) => [unit, index.rarity(unit) * weightOf(unit)]))
  const total = [...importance.values()].reduce((sum, one) => sum + one, 0)
  const most = found.isTelling ? 1 : untelling
  return found.hits.flatMap(({ id, score, covered }) => {
    const fact = facts[Number(id)]
    const share = [...covered].reduce(
      (sum, [unit, part]) => sum + part * (importance.get(unit) ?? 0),
      0,
    )
    return fact && share > 0 ? [{ fact, score, coverage: Math.min(most, share / total) }] : []
  })
}
