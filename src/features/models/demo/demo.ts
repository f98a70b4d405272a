import { setTimeout as delay } from 'node:timers/promises'
import { sha256Hex } from '../../../platform/kit/ids.ts'
import type { Threads } from '../../../platform/kit/threads.ts'
import { type Model, ModelFailure } from '../model.ts'
import { answerDemo, type DemoAnswer, type DemoQuestion } from './answers.ts'

/** Slow enough to read along, like a real model. */
const usualWordMs = 15
/** The characters of a prompt, its documents and the messages that are read in this thread. */
const maxHere = 2000

/**
 * Answers in a fresh installation, without any model. The same question always gets the same
 * answer. Questions that would hold the event loop are answered in a thread.
 */
export const createDemo = (threads: Pick<Threads, 'run'> | null, wordMs = usualWordMs): Model => ({
  id: 'demo',
  isDemo: true,
  async *stream({ prompt, passages = [], language, messages, maxOutputTokens, signal }) {
    signal.throwIfAborted()
    const question = { prompt, passages, messages, ...(language && { language }) }
    const isLarge = JSON.stringify(question).length > maxHere
    const { text: answer, ...report } =
      threads && isLarge ? await answerIn(threads, question) : answerDemo(question)
    signal.throwIfAborted()
    const words = wordsOf(answer).slice(0, maxOutputTokens)
    yield { kind: 'model', id: 'demo' }
    for (const text of words) {
      await delay(wordMs, undefined, { signal })
      yield { kind: 'text', text }
    }
    yield { kind: 'report', report }
    const tokensIn = wordsOf(messages.at(-1)?.text ?? '').length
    yield { kind: 'usage', tokensIn, tokensOut: words.length }
  },
})

const answerIn = (threads: Pick<Threads, 'run'>, question: DemoQuestion) =>
  threads
    .run<DemoAnswer>('answerDemo', question, sha256Hex(question.prompt))
    .catch((error: Error) => {
      throw new ModelFailure('model_busy', `The thread of the demo: ${error.name}`, false)
    })

const syllables = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const wordPattern = new RegExp(
  `\\s{0,9}(?:[${syllables}]{1,3}|[^\\s${syllables}]{1,60})|\\s{1,9}`,
  'gu',
)

/** Words with the white space before them. Chinese and Japanese are cut every few characters. */
const wordsOf = (text: string): string[] => text.match(wordPattern) ?? []
