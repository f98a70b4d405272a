import { setTimeout as delay } from 'node:timers/promises'
import type { Model } from '../model.ts'
import { createAnswers, type DemoAnswer, type Question } from './answers.ts'

/** Slow enough to read along, like a real model. */
const usualWordMs = 15

/**
 * Answers in a fresh installation, without any model. The same question always gets the same
 * answer.
 */
export const createDemo = (
  answerTo: (question: Question) => DemoAnswer | Promise<DemoAnswer> = createAnswers(),
  wordMs = usualWordMs,
): Model => {
  return {
    id: 'demo',
    isDemo: true,
    async *stream(request) {
      const { messages, maxOutputTokens, signal } = request
      signal.throwIfAborted()
      const { text: answer, ...report } = await answerTo(request)
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
  }
}

const syllables = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const wordPattern = new RegExp(
  `\\s{0,9}(?:[${syllables}]{1,3}|[^\\s${syllables}]{1,60})|\\s{1,9}`,
  'gu',
)

/** Words with the white space before them. Chinese and Japanese are cut every few characters. */
const wordsOf = (text: string): string[] => text.match(wordPattern) ?? []
