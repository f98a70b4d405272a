import { problem } from '../../platform/http/problem.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { sentencesIn } from './sentences.ts'

export const tooMany = (code: string, sentence: string, retryMs: number) =>
  problem(429, code, sentence, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryMs / secondMs))) },
  })

/** Does not mention plans, which concern only the owner. */
export const monthUsedUp = (sentence: string) => problem(402, 'plan_limit_reached', sentence)

export const codeNotFound = () => problem(404, 'code_not_found', 'There is no such code.')
/** With a sentence for the visitor. */
export const codeArchived = (language: string) =>
  problem(410, 'code_archived', sentencesIn(language).archived)
export const conversationNotFound = () =>
  problem(404, 'conversation_not_found', 'There is no such conversation.')
export const conversationEnded = () =>
  problem(410, 'conversation_ended', 'This conversation has ended. Start a new one.')
export const answerRunning = () =>
  problem(409, 'answer_running', 'An answer is still running. Stop it, or wait for its end.')
export const nothingToRetry = () =>
  problem(409, 'nothing_to_retry', 'The last answer did not fail, so it cannot be retried.')
