import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type Script, startProvider } from '../../../test/harness/providers/provider.ts'
import { model as parseName } from '../../config/parsers.ts'
import {
  failureOf as anyFailureOf,
  collect,
  requestOf as plainRequestOf,
  textOf,
} from './model.fixture.ts'
import type { ModelPart, ModelRequest } from './model.ts'
import { createModel, type ProviderOptions } from './providers.ts'

const names = ['openai:gpt', 'anthropic:claude', 'google:gemini', 'ollama:llama', 'compatible:any']
const key = 'sk-very-secret-key'
const secretPrompt = 'The vault stands open on Sundays.'

const requestOf = (changes: Partial<ModelRequest> = {}) =>
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

const failureOf = async (parts: AsyncIterable<ModelPart>) => {
  const failure = await anyFailureOf(parts)
  for (const secret of [key, secretPrompt]) assert.ok(!failure.detail.includes(secret))
  return failure
}

const usage = (output: number): ModelPart[] => [{ kind: 'usage', tokensIn: 11, tokensOut: output }]

/** A model of each kind, at a provider that follows the script. */
const startModel = async (
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

for (const name of names) {
  test(`${name} streams its answer word by word and counts the tokens`, async (t) => {
    const tokens = ['Grüß', ' Gott', ' 🏨', '!']
    const { model } = await startModel(t, name, { tokens, usage: { input: 42, output: 7 } })
    assert.equal(model.id, name)
    assert.equal(model.isDemo, false)
    assert.deepEqual(await collect(model.stream(requestOf())), [
      { kind: 'model', id: name },
      ...tokens.map((text) => ({ kind: 'text', text })),
      { kind: 'usage', tokensIn: 42, tokensOut: 7 },
    ])
  })

  test(`${name} gets the system prompt, the messages and the limit`, async (t) => {
    const { model, provider } = await startModel(t, name)
    const messages: ModelRequest['messages'] = [
      { role: 'visitor', text: 'First?' },
      { role: 'assistant', text: '' },
      { role: 'visitor', text: 'Second?' },
    ]
    await collect(model.stream(requestOf({ messages })))
    const [asked] = provider.requests
    const body = JSON.stringify(asked?.body)
    assert.match(body, /Be kind/)
    assert.match(body, /First\?.*Second\?/)
    assert.match(body, /:300\b/)
    // Providers refuse a message without text.
    assert.doesNotMatch(body, /"(?:content|text)":""/)
    assert.match(JSON.stringify(asked?.headers), new RegExp(key))
  })

  test(`${name}: characters that arrive in parts are joined`, async (t) => {
    const tokens = ['Smör', 'gås', ' 早餐', ' 🧇', ' مرحبا']
    const { model } = await startModel(t, name, { tokens, bytewise: true })
    assert.equal(textOf(await collect(model.stream(requestOf()))), tokens.join(''))
  })

  test(`${name}: empty deltas are left out`, async (t) => {
    const { model } = await startModel(t, name, { tokens: ['', 'A', '', '', 'B', ''] })
    const texts = (await collect(model.stream(requestOf()))).filter(({ kind }) => kind === 'text')
    assert.deepEqual(texts, [
      { kind: 'text', text: 'A' },
      { kind: 'text', text: 'B' },
    ])
  })

  test(`${name}: the status determines the kind of failure, after a single request`, async (t) => {
    const { model, provider } = await startModel(t, name)
    const expected = {
      400: ['model_refused', false],
      401: ['model_refused', false],
      403: ['model_refused', false],
      404: ['model_refused', false],
      408: ['model_unreachable', true],
      429: ['model_busy', true],
      500: ['model_unreachable', true],
      503: ['model_unreachable', true],
      529: ['model_unreachable', true],
    }
    for (const [status, [code, isRetryable]] of Object.entries(expected)) {
      provider.answerWith({
        status: Number(status),
        headers: { 'Retry-After': '7' },
        message: `Wrong key ${key} for: ${secretPrompt}`,
      })
      const failure = await failureOf(model.stream(requestOf()))
      const detail = `${name} answered with status ${status}: Wrong key … for: ….`
      assert.deepEqual(failure, { before: [], code, isRetryable, detail })
    }
    assert.equal(provider.requests.length, Object.keys(expected).length)
  })

  test(`${name}: a provider that does not listen is unreachable`, async (t) => {
    const { model, provider } = await startModel(t, name)
    await provider.stop()
    const { code, isRetryable, detail } = await failureOf(model.stream(requestOf()))
    assert.deepEqual({ code, isRetryable }, { code: 'model_unreachable', isRetryable: true })
    assert.equal(detail, `${name} cannot be reached (ECONNREFUSED).`)
  })

  test(`${name}: a provider that disconnects before it answers is unreachable`, async (t) => {
    const { model } = await startModel(t, name, { fault: { after: 'request', by: 'cut' } })
    const { code, isRetryable } = await failureOf(model.stream(requestOf()))
    assert.deepEqual({ code, isRetryable }, { code: 'model_unreachable', isRetryable: true })
  })

  for (const by of ['cut', 'end', 'error'] as const) {
    test(`${name}: an interrupted answer (${by}) keeps its text`, async (t) => {
      const tokens = ['One', ' two', ' three']
      const { model } = await startModel(t, name, { tokens, fault: { after: 2, by } })
      const { before, code, isRetryable } = await failureOf(model.stream(requestOf()))
      assert.equal(textOf(before), 'One two')
      assert.deepEqual({ code, isRetryable }, { code: 'model_cut_off', isRetryable: true })
    })

    test(`${name}: an answer interrupted (${by}) before its first word can be retried`, async (t) => {
      const { model } = await startModel(t, name, { fault: { after: 0, by } })
      const { before, code, isRetryable } = await failureOf(model.stream(requestOf()))
      assert.deepEqual(before, [])
      assert.match(code, /^model_(cut_off|unreachable)$/)
      assert.equal(isRetryable, true)
    })
  }

  test(`${name}: a missing status or first word ends with a time-out`, async (t) => {
    const { model, provider } = await startModel(t, name, {}, { firstTokenMs: 150, stallMs: 5000 })
    for (const after of ['request', 0] as const) {
      provider.answerWith({ fault: { after, by: 'stall' } })
      assert.deepEqual(await failureOf(model.stream(requestOf())), {
        before: [],
        code: 'model_stalled',
        isRetryable: true,
        detail: `${name} said nothing for 150 ms.`,
      })
      assert.equal(await provider.requests.at(-1)?.ended, false)
    }
  })

  test(`${name}: a pause between two words ends with a time-out`, async (t) => {
    const tokens = ['One', ' two', ' three']
    const script: Script = { tokens, fault: { after: 2, by: 'stall' } }
    const { model, provider } = await startModel(t, name, script, {
      firstTokenMs: 5000,
      stallMs: 150,
    })
    const { before, code, detail } = await failureOf(model.stream(requestOf()))
    assert.equal(textOf(before), 'One two')
    assert.equal(code, 'model_stalled')
    assert.equal(detail, `${name} said nothing for 150 ms.`)
    assert.equal(await provider.requests[0]?.ended, false)
  })

  test(`${name}: an answer without text is a failure`, async (t) => {
    const { model, provider } = await startModel(t, name)
    provider.answerWith({ tokens: [], finish: 'content_filter' })
    const refused = await failureOf(model.stream(requestOf()))
    assert.deepEqual([refused.code, refused.isRetryable], ['model_refused', false])
    provider.answerWith({ tokens: [], finish: 'length' })
    const empty = await failureOf(model.stream(requestOf()))
    assert.deepEqual([empty.code, empty.isRetryable], ['model_empty', true])
    provider.answerWith({ tokens: [' ', '\n\n', '\t'] })
    const blank = await failureOf(model.stream(requestOf()))
    assert.deepEqual([blank.code, blank.isRetryable, blank.before], ['model_empty', true, usage(3)])
  })

  test(`${name}: white space before the first word is kept`, async (t) => {
    const { model } = await startModel(t, name, { tokens: ['\n', ' ', 'Yes', '\n', 'No'] })
    assert.equal(textOf(await collect(model.stream(requestOf()))), '\n Yes\nNo')
  })

  test(`${name}: an answer that ended at its limit, or was filtered later, is kept`, async (t) => {
    const { model, provider } = await startModel(t, name)
    for (const finish of ['length', 'content_filter'] as const) {
      provider.answerWith({ tokens: ['So', ' far'], finish })
      const parts = await collect(model.stream(requestOf()))
      assert.equal(textOf(parts), 'So far')
      assert.equal(
        parts.some(({ kind }) => kind === 'truncated'),
        finish === 'length',
      )
    }
  })

  test(`${name}: an abort ends the call at once, before and after the first word`, async (t) => {
    const { model, provider } = await startModel(t, name)
    for (const after of ['request', 0, 1] as const) {
      provider.answerWith({ fault: { after, by: 'stall' } })
      const abort = new AbortController()
      const { signal } = abort
      const answer = collect(model.stream(requestOf({ signal })))
      const asked = (await provider.waitFor(provider.requests.length + 1)).at(-1)
      abort.abort()
      await assert.rejects(answer, { name: 'AbortError' })
      assert.equal(await asked?.ended, false)
    }
  })
}

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
  const tokens = Array.from({ length: 8 }, (_, n) => ` ${n}`)
  const script: Script = { tokens, firstDelayMs: 100, delayMs: 60 }
  const { model } = await startModel(t, 'openai:gpt', script, { firstTokenMs: 2000, stallMs: 250 })
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
