import type { ScanLanguage } from '#contract/languages.ts'
import { type Unit, unitsOf } from '../../../platform/text/terms.ts'
import { createTextIndex, type WeighedUnit } from '../../../platform/text/text-index.ts'
import type { ModelReport, ModelRequest } from '../model.ts'
import { type Fact, factsOf, passageFacts } from './facts.ts'
import { demoWords, selfWords } from './words/says.ts'

export type DemoQuestion = Pick<ModelRequest, 'prompt' | 'messages' | 'language' | 'passages'>

/** An answer, with its report as a model would give it. */
export type DemoAnswer = ModelReport & { text: string }

/** The share of a question that a fact must cover to be an answer, and a possible answer. */
const sureCoverage = 0.6
const unsureCoverage = 0.5

/**
 * Answers from the facts in the owner's prompt and in what the code knows. It only quotes and never
 * invents anything.
 */
export const answerDemo = (asked: DemoQuestion): DemoAnswer => {
  const { prompt, passages = [], messages, language } = asked
  const [question = '', previous = ''] = messages
    .filter(({ role }) => role === 'visitor')
    .map(({ text }) => text)
    .reverse()
  const words = demoWords[language as ScanLanguage] ?? demoWords.en
  const { subjects, hints } = subjectsIn(question, previous)
  if (subjects.length === 0) return { text: words.about, outcome: 'answered', quotes: new Map() }
  const facts = factsOf(prompt, passages.flatMap(passageFacts))
  const halves = halvesOf(question).map((units) => found(facts, units, hints))
  const answers = halves.length > 0 ? halves : [found(facts, subjects, hints)]
  const coverage = Math.max(...answers.map((one) => one.coverage))
  if (coverage < unsureCoverage) {
    return { text: words.unknown, outcome: 'unknown', quotes: new Map() }
  }
  const known = answers.filter((one) => one.coverage >= unsureCoverage)
  const quoted = new Set(known.flatMap((one) => one.facts))
  const chosen = facts.filter((fact) => quoted.has(fact))
  const isSure = known.every((one) => one.coverage >= sureCoverage)
  const missing = words.missing.filter((_, at) => answers[at] && !known.includes(answers[at]))
  const lines = [...(isSure ? [] : [words.unsure]), quoteOf(chosen), ...missing]
  const outcome = isSure && missing.length === 0 ? 'answered' : 'partly'
  return { text: lines.join('\n\n'), outcome, quotes: quotesOf(chosen) }
}

const found = (facts: Fact[], subjects: Unit[], hints: Unit[]) => {
  const hits = search(facts, subjects, hints)
  const [best] = hits
  if (!best) return { facts: [], coverage: 0 }
  const coverage = Math.max(...hits.map((hit) => hit.coverage))
  return { facts: chosen(best, hits, facts), coverage }
}

/** The units that name a subject. */
const named = (text: string): Unit[] =>
  unitsOf(text)
    .filter(({ isSmall, terms }) => !isSmall && !terms.every((term) => selfWords.has(term)))
    .slice(0, maxUnits)

/** Visitors write up to 4,000 characters, but name their subject in the first few words. */
const maxUnits = 40

/** The two halves of a question for two things; none when it asks for one. */
const halvesOf = (question: string): Unit[][] => {
  const halves = question.split(conjunctions).map(named)
  const areTwo = halves.length === 2 && halves.every((units) => units.some((one) => !isAspect(one)))
  return areTwo ? halves : []
}

const conjunctions = /\s(?:and|und|y|et|e|i|oraz|ve)\s|[?？؟]\s{0,9}(?=.)|和|と/iu

/** None for a greeting, and for a question about the demo itself. */
const subjectsIn = (question: string, previous: string) => {
  const subjects = named(question)
  // "How much is it?" refers to the question before.
  const isFollowUp = subjects.length === 0 && /[?？؟]/.test(question)
  if (isFollowUp) return { subjects: named(previous), hints: [] }
  return { subjects, hints: subjects.length === 1 ? named(previous) : [] }
}

const maxSentences = 3
const maxItems = 10

/**
 * The best hit and those that score nearly as high; items of a list may follow in greater number.
 * An owner's answer is given whole.
 */
const chosen = (best: Hit, hits: Hit[], facts: Fact[]): Fact[] => {
  const near = hits.filter(
    ({ score, coverage }) => score >= best.score * 0.7 && coverage >= best.coverage * 0.8,
  )
  const taken = near.slice(0, best.fact.isListed ? maxItems : maxSentences)
  const keys = new Set(taken.map(({ fact }) => fact.sourceId ?? fact))
  return facts.filter((fact) => keys.has(fact.sourceId ?? fact))
}

/** The words of each passage that the answer repeats: the first sentence. */
const quotesOf = (facts: Fact[]): Map<number, string> =>
  new Map(
    facts
      .toReversed()
      .flatMap(({ passage, text, quote = text }) =>
        passage === undefined ? [] : [[passage, quote]],
      ),
  )

/** The facts as they are written, with the heading of a list above its items. */
const quoteOf = (facts: Fact[]): string =>
  [...Map.groupBy(facts, (fact) => fact.passage ?? listHeadingOf(fact))]
    .map(([group, some]) => {
      const texts = some.map(({ text }) => text)
      if (group === null) return texts.join('\n\n')
      // The mark of the passage.
      if (typeof group === 'number') {
        const isList = texts.length > 1 && some.every(({ isListed }) => isListed)
        return `${isList ? texts.map((text) => `- ${text}`).join('\n') : texts.join(' ')} [${group}]`
      }
      return texts.length === 1
        ? `${group}: ${texts[0]}`
        : `${group}:\n\n${texts.map((text) => `- ${text}`).join('\n')}`
    })
    .join('\n\n')

const listHeadingOf = ({ isListed, heading }: Fact): string | null =>
  isListed && heading !== null && !/[?？؟]$/.test(heading) ? heading : null

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

const isAspect = ({ terms }: Unit): boolean => terms.some((term) => aspects.includes(term))

const weightOf = (unit: Unit): number =>
  isAspect(unit) ? aspectWeight : unit.terms[0]?.startsWith('#') ? topicWeight : 1

interface Hit {
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
