import type { ScanLanguage } from '#contract/languages.ts'
import type { ModelReport, ModelRequest } from '../model.ts'
import { type Fact, factsOf, passageFacts } from './facts.ts'
import { type Hit, search, type Unit, unitsOf } from './search.ts'
import { demoWords, selfWords } from './words/says.ts'

export type DemoQuestion = Pick<ModelRequest, 'prompt' | 'messages' | 'language' | 'passages'>

/** An answer, with its report as a model would give it. */
export type DemoAnswer = ModelReport & { text: string }

/** The share of a question that a fact must cover to be an answer, and a possible answer. */
const sureCoverage = 0.6
const unsureCoverage = 0.3

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
  const hits = search(facts, subjects, hints)
  const [best] = hits
  const coverage = Math.max(0, ...hits.map((hit) => hit.coverage))
  if (!best || coverage < unsureCoverage) {
    return { text: words.unknown, outcome: 'unknown', quotes: new Map() }
  }
  const quoted = chosen(best, hits, facts)
  const text = quoteOf(quoted)
  const quotes = quotesOf(quoted)
  return coverage < sureCoverage
    ? { text: `${words.unsure}\n\n${text}`, outcome: 'partly', quotes }
    : { text, outcome: 'answered', quotes }
}

/** None for a greeting, and for a question about the demo itself. */
const subjectsIn = (question: string, previous: string) => {
  const named = (text: string): Unit[] =>
    unitsOf(text).filter((unit) => ![...unit].every((term) => selfWords.has(term)))
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
      .flatMap(({ passage, text }) => (passage === undefined ? [] : [[passage, text]])),
  )

/** The facts as they are written, with the heading of a list above its items. */
const quoteOf = (facts: Fact[]): string =>
  [...Map.groupBy(facts, (fact) => fact.passage ?? listHeadingOf(fact))]
    .map(([group, some]) => {
      const texts = some.map(({ text }) => text)
      if (group === null) return texts.join('\n\n')
      // The mark of the passage.
      if (typeof group === 'number') return `${texts.join(' ')} [${group}]`
      return texts.length === 1
        ? `${group}: ${texts[0]}`
        : `${group}:\n\n${texts.map((text) => `- ${text}`).join('\n')}`
    })
    .join('\n\n')

const listHeadingOf = ({ isListed, heading }: Fact): string | null =>
  isListed && heading !== null && !/[?？؟]$/.test(heading) ? heading : null
