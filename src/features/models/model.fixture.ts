import assert from 'node:assert/strict'
import { type Model, ModelFailure, type ModelPart, type ModelRequest } from './model.ts'

/** A first question, with optional changes. */
export const requestOf = (changes: Partial<ModelRequest> = {}): ModelRequest => ({
  system: 'Be kind.',
  prompt: '',
  messages: [{ role: 'visitor', text: 'When do you open?' }],
  maxOutputTokens: 300,
  signal: new AbortController().signal,
  ...changes,
})

export const collect = async (parts: AsyncIterable<ModelPart>): Promise<ModelPart[]> => {
  const collected: ModelPart[] = []
  for await (const part of parts) collected.push(part)
  return collected
}

export const textOf = (parts: ModelPart[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')

/** The text that came before the failure, and the failure. */
export const failureOf = async (parts: AsyncIterable<ModelPart>) => {
  const before: ModelPart[] = []
  try {
    for await (const part of parts) before.push(part)
  } catch (error) {
    assert.ok(error instanceof ModelFailure, String(error))
    const { code, isRetryable, message: detail } = error
    return { before, code, isRetryable, detail }
  }
  return assert.fail('It did not fail.')
}

/** A model that streams these words, and then throws the failure if there is one. */
export const saying = (id: string, words: string[], failure?: Error): Model => ({
  id,
  isDemo: false,
  async *stream() {
    if (words.length > 0) yield { kind: 'model', id }
    for (const text of words) yield { kind: 'text', text }
    if (failure) throw failure
    yield { kind: 'usage', tokensIn: 1, tokensOut: words.length }
  },
})
