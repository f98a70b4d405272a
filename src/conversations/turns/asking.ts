import { estimateTokens, type ModelRequest } from '../models/model.ts'
import { cutHistory, frameOf } from './frame.ts'

interface Asked {
  /** Of the code. */
  name: string
  prompt: string
  language: string
  /** In the order in which it was said; ends with the visitor. */
  said: ModelRequest['messages']
  maxOutputTokens: number
  now: number
}

/** Of the model's window: the frame, the prompt and an answer take their share too. */
const historyTokens = 12_000

/** What is asked of a model, and the most tokens that the answer can cost. */
export const askingFor = (asked: Asked) => {
  const { name, prompt, language, said, maxOutputTokens, now } = asked
  const system = frameOf({ name, prompt, language, now })
  const messages = cutHistory(said, historyTokens)
  const texts = [system, ...messages.map(({ text }) => text)]
  const tokens = maxOutputTokens + texts.reduce((sum, one) => sum + estimateTokens(one), 0)
  return { request: { system, prompt, messages, language, maxOutputTokens }, tokens }
}
