import type { Outcome } from '#contract/outcomes.ts'
import { remember } from '../../../platform/kit/bounded.ts'
import type { ModelRequest, Report } from '../model.ts'
import type { Passage } from '../passage.ts'
import { type Fact, factsOf } from './facts.ts'
import { languageOf } from './language.ts'
import { demoWords } from './languages/says.ts'
import { passageFacts } from './passage-facts.ts'
import { createSearch, type Hit, unitsOf } from './search.ts'
import { smallTalkIn } from './small-talk.ts'

export type Question = Pick<ModelRequest, 'prompt' | 'messages' | 'language' | 'passages'>

/** An answer, with its report as a model would give it. */
export interface DemoAnswer extends Report {
  text: string
  outcome: Outcome
}

/**
 * Answers from the facts in the owner's prompt and in what the code knows. It only quotes and never
 * invents anything.
 */
export const createAnswers = (): ((question: Question) => DemoAnswer) => {
  const libraryOf = remember('prompts', { bytes: 16 * 2 ** 20, sizeOf: libraryBytes }, (known) =>
    createLibrary(JSON.parse(known)),
  )
  return (question) => {
    const { prompt, passages = [] } = question
    return answer(libraryOf(JSON.stringify({ prompt, passages })), question)
  }
}

const createLibrary = ({ prompt, passages }: { prompt: string; passages: Passage[] }) => {
  const facts = factsOf(prompt, passages)
  const search = createSearch(facts, ({ text, heading, context }) =>
    context === undefined
      ? { text: `${heading ?? ''} ${text}`, context: '' }
      : { text, context: `${context} ${heading ?? ''}` },
  )
  return { facts, passages, search }
}

type Library = ReturnType<typeof createLibrary>

/** An estimate: the facts, and about the same again for the index of each word. */
const libraryBytes = ({ facts }: Library): number =>
  facts.reduce((sum, { text }) => sum + 500 + 50 * text.length, 1000)

/**
 * The share of the question that a fact must cover to be an answer, and to be mentioned as a
 * possible answer.
 */
const sureCoverage = 0.6
const unsureCoverage = 0.3

const answer = (library: Library, { messages, language }: Question): DemoAnswer => {
  const [question = '', previous = ''] = messages
    .filter(({ role }) => role === 'visitor')
    .map(({ text }) => text)
    .reverse()
  const words = demoWords[languageOf(question, language)]
  const smallTalk = smallTalkIn(question)
  if (smallTalk === 'private' || smallTalk === 'about') return said(words[smallTalk])
  if (smallTalk === 'help') {
    const topics = topicsOf(library.facts)
    return said(topics.length > 0 ? `${words.help}\n\n${listOf(topics)}` : words.about)
  }

  const hits = lookUp(library, question, previous)
  const coverage = Math.max(0, ...hits.map((hit) => hit.coverage))
  if (coverage < unsureCoverage) {
    return smallTalk ? said(words[smallTalk]) : said(words.unknown, 'unknown')
  }
  const facts = withWholeAnswers(chosen(hits, library.facts), library)
  const quotes = quotesOf(facts)
  const text = quoteOf(facts)
  return coverage < sureCoverage
    ? { text: `${words.unsure}\n\n${text}`, outcome: 'partly', quotes }
    : { text, outcome: 'answered', quotes }
}

const said = (text: string, outcome: Outcome = 'answered'): DemoAnswer => ({
  text,
  outcome,
  quotes: new Map(),
})

const lookUp = ({ search }: Library, question: string, previous: string): Hit<Fact>[] => {
  const units = unitsOf(question)
  // "How much is it?" refers to the question before.
  if (units.length === 0 && /[?？؟]/.test(question)) return search(unitsOf(previous), [])
  return search(units, units.length === 1 ? unitsOf(previous) : [])
}

const mostSentences = 3
const mostItems = 10

/**
 * The best hit and those that score nearly as high; items of a list may follow in greater number.
 */
const chosen = (hits: Hit<Fact>[], facts: Fact[]): Fact[] => {
  const [best] = hits
  if (!best) return []
  const near = hits.filter(
    ({ score, coverage }) => score >= best.score * 0.7 && coverage >= best.coverage * 0.8,
  )
  const { isListed, heading } = best.document
  const siblings = near.filter(({ document }) => document.isListed && document.heading === heading)
  const taken =
    isListed && heading !== null && siblings.length > 1
      ? siblings.slice(0, mostItems)
      : near.slice(0, mostSentences)
  const documents = new Set(taken.map(({ document }) => document))
  return facts.filter((fact) => documents.has(fact))
}

/** An owner's answer is given whole, as the owner wrote it. */
const withWholeAnswers = (facts: Fact[], library: Library): Fact[] => {
  const sourceOf = ({ passage = 0 }: Fact): string | null => {
    const of = library.passages[passage - 1]
    return of?.isAnswer ? of.sourceId : null
  }
  const given = new Set<string>()
  return facts.flatMap((fact) => {
    const sourceId = sourceOf(fact)
    if (sourceId === null) return fact
    if (given.has(sourceId)) return []
    given.add(sourceId)
    return library.passages.flatMap((passage, index) =>
      passage.isAnswer && passage.sourceId === sourceId ? partsOf(passage, index + 1, library) : [],
    )
  })
}

/** A passage in one piece, or the sentences of it that the prompt does not forbid to tell. */
const partsOf = (passage: Passage, number: number, { facts }: Library): Fact[] => {
  const told = facts.filter((fact) => fact.passage === number)
  if (told.length < passageFacts(passage, number).length) return told
  return [{ text: passage.text, heading: null, isListed: false, passage: number }]
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
      return texts.length === 1 ? `${group}: ${texts[0]}` : `${group}:\n\n${listOf(texts)}`
    })
    .join('\n\n')

const listHeadingOf = ({ isListed, heading }: Fact): string | null =>
  isListed && heading !== null && !/[?？؟]$/.test(heading) ? heading : null

const listOf = (texts: string[]): string => texts.map((text) => `- ${text}`).join('\n')

const mostTopics = 5
const longestTopic = 30

/** The names in lines such as `Breakfast: 7 to 10`, and titles. */
const topicsOf = (facts: Fact[]): string[] => {
  const names = facts.flatMap(({ text, heading }) => [
    heading,
    /^([^:：]+)(?::\s|：)/.exec(text)?.[1],
  ])
  const topics = names.filter((name) => typeof name === 'string' && name.length <= longestTopic)
  return [...new Set(topics as string[])].slice(0, mostTopics)
}
