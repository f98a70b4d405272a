import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Script } from '../../../test/harness/providers/provider.ts'
import { collect, textOf } from './model.fixture.ts'
import type { ModelPart, ModelRequest } from './model.ts'
import { failureOf, key, requestOf, secretPrompt, startModel } from './providers.fixture.ts'

const names = ['openai:gpt', 'anthropic:claude', 'google:gemini', 'ollama:llama', 'compatible:any']

const usage = (output: number): ModelPart[] => [{ kind: 'usage', tokensIn: 11, tokensOut: output }]

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

  test(`${name} gets a picture with the last message`, async (t) => {
    const { model, provider } = await startModel(t, name)
    const base64 = Buffer.from('a picture').toString('base64')
    await collect(model.stream(requestOf({ picture: { mediaType: 'image/png', base64 } })))
    const body = JSON.stringify(provider.requests[0]?.body)
    assert.match(body, new RegExp(`Hello!.*image/png.*${base64}.*When do you open\\?`))
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
      // On a busy machine the time may be over before the request has arrived.
      for (const { ended } of provider.requests) assert.equal(await ended, false)
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
