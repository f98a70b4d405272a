// For tests: models of each provider, at a provider that follows a script.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Script, startProvider } from '../../../test/harness/providers/provider.ts'
import { failureOf as anyFailureOf, requestOf as plainRequestOf } from './model.fixture.ts'
import type { ModelPart, ModelRequest } from './model.ts'
import { modelName as parseName } from './model-name.ts'
import { createModel, type ProviderOptions } from './providers.ts'

export const key = 'sk-very-secret-key'
export const secretPrompt = 'The vault stands open on Sundays.'

export const requestOf = (changes: Partial<ModelRequest> = {}) =>
  plainRequestOf({
    system: `Be kind. ${secretPrompt}`,
    prompt: secretPrompt,
    messages: [
      { role: 'visitor', text: 'Hi' },
      { role: 'assistant', text: 'Hello!' },
      { role: 'visitor', text: 'When do you open?' },
    ],
    ...changes,
  })

export const failureOf = async (parts: AsyncIterable<ModelPart>) => {
  const failure = await anyFailureOf(parts)
  for (const secret of [key, secretPrompt]) assert.ok(!failure.detail.includes(secret))
  return failure
}

/** The model of this name. */
export const startModel = async (
  t: TestContext,
  name: string,
  script: Script = {},
  patience = { firstTokenMs: 5000, stallMs: 5000 },
) => {
  const provider = await startProvider(t, script)
  const every = <T>(value: T) => ({
    openai: value,
    anthropic: value,
    google: value,
    ollama: value,
    compatible: value,
  })
  const options: ProviderOptions = { keys: every(key), baseUrls: every(provider.url), ...patience }
  return { provider, model: createModel(parseName(name), options) }
}
