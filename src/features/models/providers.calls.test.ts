import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type Script, startProvider } from '../../../test/harness/providers/provider.ts'
import { collect, textOf } from './model.fixture.ts'
import { modelName as parseName } from './model-name.ts'
import { failureOf, key, requestOf, startModel } from './providers.fixture.ts'
import { createModel } from './providers.ts'

test('missing usage is reported as unknown', async (t) => {
  for (const name of ['openai:gpt', 'google:gemini', 'ollama:llama', 'compatible:any']) {
    const { model } = await startModel(t, name, { usage: null })
    const last = (await collect(model.stream(requestOf()))).at(-1)
    assert.deepEqual(last, { kind: 'usage', tokensIn: null, tokensOut: null })
  }
})

test('a call that is already aborted is not sent', async (t) => {
  const { model, provider } = await startModel(t, 'openai:gpt')
  const signal = AbortSignal.abort()
  await assert.rejects(collect(model.stream(requestOf({ signal }))), { name: 'AbortError' })
  assert.equal(provider.requests.length, 0)
})

test('a reader that stops reading ends the call', async (t) => {
  const script: Script = { tokens: ['One', ' two'], fault: { after: 1, by: 'stall' } }
  const { model, provider } = await startModel(t, 'openai:gpt', script)
  for await (const part of model.stream(requestOf())) if (part.kind === 'text') break
  assert.equal(await provider.requests[0]?.ended, false)
})

test('slow words do not end the call', async (t) => {
  const tokens = Array.from({ length: 12 }, (_, n) => ` ${n}`)
  // Together they take longer than the model may be silent, each far less: a busy machine pauses.
  const script: Script = { tokens, delayMs: 200 }
  const patience = { firstTokenMs: 30_000, stallMs: 2000 }
  const { model } = await startModel(t, 'openai:gpt', script, patience)
  assert.equal(textOf(await collect(model.stream(requestOf()))), tokens.join(''))
})

test('a redirect is not followed, because the key is only for the provider', async (t) => {
  const other = await startProvider(t)
  const headers = { Location: `${other.url}/chat/completions` }
  for (const status of [301, 302, 307, 308]) {
    const { model } = await startModel(t, 'openai:gpt', { status, headers })
    const { code, isRetryable } = await failureOf(model.stream(requestOf()))
    assert.deepEqual([code, isRetryable], ['model_refused', false])
  }
  assert.equal(other.requests.length, 0)
})

test('a base URL without a path gets the usual path of the provider', async (t) => {
  const provider = await startProvider(t)
  const paths = {
    'openai:gpt': '/chat/completions',
    'anthropic:claude': '/messages',
    'google:gemini': '/models/gemini:streamGenerateContent?alt=sse',
  }
  for (const [text, path] of Object.entries(paths)) {
    const name = parseName(text)
    const usual = name.provider === 'google' ? '/v1beta' : '/v1'
    for (const [given, asked] of [
      ['', usual],
      ['/gateway', '/gateway'],
    ] as const) {
      const baseUrls = { [name.provider]: `http://${provider.host}${given}` }
      const options = {
        keys: { [name.provider]: key },
        baseUrls,
        firstTokenMs: 5000,
        stallMs: 5000,
      }
      await collect(createModel(name, options).stream(requestOf()))
      assert.equal(provider.requests.at(-1)?.path, `${asked}${path}`)
    }
  }
})

test('an answer that arrives faster than it is read is complete', async (t) => {
  const tokens = Array.from({ length: 5000 }, (_, n) => ` word${n}`)
  const { model } = await startModel(t, 'openai:gpt', { tokens })
  let text = ''
  for await (const part of model.stream(requestOf())) {
    if (part.kind === 'text') text += part.text
    if (text.length % 1000 === 0) await setImmediate()
  }
  assert.equal(text, tokens.join(''))
})

test('connections are reused', async (t) => {
  const { model, provider } = await startModel(t, 'anthropic:claude')
  for (let n = 0; n < 5; n++) await collect(model.stream(requestOf()))
  assert.ok(provider.connections() <= 2, `${provider.connections()} connections`)
})

test('a model whose provider is not configured names the missing setting', async () => {
  const options = { keys: {}, baseUrls: {}, firstTokenMs: 1000, stallMs: 1000 }
  const missing = {
    'openai:gpt': 'OPENAI_API_KEY',
    'anthropic:claude': 'ANTHROPIC_API_KEY',
    'google:gemini': 'GOOGLE_GENERATIVE_AI_API_KEY',
    'compatible:any': 'QPR_AI_BASE_URL',
    'ollama:llama': 'OLLAMA_HOST',
  }
  for (const [name, setting] of Object.entries(missing)) {
    const { code, detail } = await failureOf(
      createModel(parseName(name), options).stream(requestOf()),
    )
    assert.deepEqual([code, detail], ['model_refused', `${name} needs ${setting}.`])
  }
})
