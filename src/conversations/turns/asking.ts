import { estimateTokens, type ModelRequest } from '../models/model.ts'
import { cutHistory, frameOf } from './frame.ts'

interface Asked {
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
export const askingFor = (asked: Asked) => {
  const { title, prompt, language, said, maxOutputTokens, now } = asked
  const system = frameOf({ title, prompt, language, now })
  const messages = cutHistory(said, historyTokens)
  const texts = [system, ...messages.map(({ text }) => text)]
  const tokens = maxOutputTokens + texts.reduce((sum, one) => sum + estimateTokens(one), 0)
  return { request: { system, prompt, messages, language, maxOutputTokens }, tokens }
}
