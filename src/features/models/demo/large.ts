import { sha256Hex } from '../../../platform/kit/ids.ts'
import type { Threads } from '../../../platform/kit/threads.ts'
import { ModelFailure } from '../model.ts'
import { createAnswers, type DemoAnswer, type Question } from './answers.ts'

/** The characters of a prompt, its documents and the messages that are read in this thread. */
const maxHere = 2000
/** The demo reads the last question and the one before it. */
const readMessages = 2

const lengthOf = ({ prompt, passages = [], messages }: Question): number =>
  [prompt, ...passages.map(({ text }) => text), ...messages.map(({ text }) => text)].reduce(
    (sum, text) => sum + text.length,
    0,
  )

export type AnswerDemo = (question: Question) => Promise<DemoAnswer>

/**
 * The demo responder for questions of any length: those that would hold the event loop are answered
 * in a thread.
 */
export const createLargeAnswers = (threads: Pick<Threads, 'run'> | null): AnswerDemo => {
  const answerHere = createAnswers()
  return async ({ prompt, passages = [], language, messages }) => {
    const asked = messages.filter(({ role }) => role === 'visitor').slice(-readMessages)
    const question = { prompt, passages, messages: asked, ...(language && { language }) }
    if (!threads || lengthOf(question) <= maxHere) return answerHere(question)
    try {
      return await threads.run<DemoAnswer>('answerDemo', question, sha256Hex(prompt))
    } catch (error) {
      throw new ModelFailure(
        'model_busy',
        `The thread of the demo: ${(error as Error).name}`,
        false,
      )
    }
  }
}
