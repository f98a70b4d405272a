import { inputTokens } from '../models/documents.ts'
import type { ModelRequest } from '../models/model.ts'
import type { Found } from '../models/passage.ts'
import { cutHistory, frameOf } from './frame.ts'

export interface Asked {
  /** The public title of the code: the model may repeat it. */
  title: string
  prompt: string
  language: string
  /** The messages in order. The last one is from the visitor. */
  said: ModelRequest['messages']
  maxOutputTokens: number
  now: number
}

/**
 * The share of the model's context window for the history; the frame, the prompt and the answer
 * need the rest.
 */
const historyTokens = 12_000

/** The request to a model, and the maximum number of tokens that it can cost. */
export const askingFor = (asked: Asked, found: Pick<Found, 'passages' | 'isWhole'> = nothing) => {
  const { title, prompt, language, said, maxOutputTokens, now } = asked
  const { passages, isWhole } = found
  const hasDocuments = passages.length > 0
  const system = frameOf({ title, prompt, language, now, hasDocuments })
  const messages = cutHistory(said, historyTokens)
  const request = { system, prompt, messages, passages, isWhole, language, maxOutputTokens }
  return { request, tokens: maxOutputTokens + inputTokens(request) }
}

const nothing = { passages: [], isWhole: true }

/** The question for which passages are found. */
export const questionOf = ({ said, language }: Pick<Asked, 'said' | 'language'>) => ({
  question: said.findLast(({ role }) => role === 'visitor')?.text ?? '',
  said,
  language,
})
