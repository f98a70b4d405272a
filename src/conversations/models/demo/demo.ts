import { setTimeout as delay } from 'node:timers/promises'
import type { Model } from '../model.ts'
import { createAnswers } from './answers.ts'

/** Slowly enough to be read along, as a model would. */
const usualWordMs = 15

/** What a fresh installation answers with, without any model: the same every time. */
export const createDemo = (wordMs = usualWordMs): Model => {
  const answerTo = createAnswers()
  return {
    id: 'demo',
    isDemo: true,
    async *stream(request) {
      const { messages, maxOutputTokens, signal } = request
      signal.throwIfAborted()
      const words = wordsOf(answerTo(request)).slice(0, maxOutputTokens)
      yield { kind: 'model', id: 'demo' }
      for (const text of words) {
        await delay(wordMs, undefined, { signal })
        yield { kind: 'text', text }
      }
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

/** Each with the white space before it; Chinese and Japanese by a few characters. */
const wordsOf = (text: string): string[] => text.match(wordPattern) ?? []
