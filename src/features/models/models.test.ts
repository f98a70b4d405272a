import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { collectLogs } from '../../../test/harness/service/logs.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { collect, failureOf, requestOf, textOf } from './model.fixture.ts'
import { ollamaUrl, modelName as parseName } from './model-name.ts'
import { createModels, type ModelsOptions } from './models.ts'

/** No server listens on this port. */
const nowhere = '127.0.0.1:1'

const start = async (changes: Partial<ModelsOptions> = {}) => {
  let now = 0
  const { log, lines, waitFor } = collectLogs()
  const models = await createModels({
    names: [],
    choices: [],
    keys: {},
    baseUrls: {},
    ollamaHost: nowhere,
    prices: [],
    firstTokenMs: 5000,
    stallMs: 5000,
    clock: { now: () => now },
    log,
    ...changes,
  })
  const passMs = (ms: number) => {
    now += ms
  }
  return { models, lines, waitFor, passMs }
}

const startOllama = async (t: TestContext, ...names: string[]) => {
  const provider = await startProvider(t)
  provider.listModels(names)
  return provider
}

test('without a configured model the demo answers', async () => {
  const { models } = await start()
  assert.equal(models.modelFor(null).id, 'demo')
  assert.equal(models.modelFor(null).isDemo, true)
  assert.equal(models.describe(), 'the demo responder: no model is configured')
})

test('the first provider with a key answers, with a small model', async () => {
  const all = { openai: 'k', anthropic: 'k', google: 'k' }
  const { openai: _, ...others } = all
  const firsts = [
    [all, /^openai:gpt-/],
    [others, /^anthropic:claude-haiku-/],
    [{ google: 'k' }, /^google:gemini-.*flash-lite/],
  ] as const
  for (const [keys, expected] of firsts) {
    const { models } = await start({ keys })
    assert.match(models.modelFor(null).id, expected)
    assert.equal(models.modelFor(null).isDemo, false)
    assert.equal(models.describe(), models.modelFor(null).id)
  }
})

test('a local Ollama is detected, with its first chat model', async (t) => {
  const ollama = await startOllama(t, 'nomic-embed-text:latest', 'llama3.2:3b', 'mistral:7b')
  const { models } = await start({ ollamaHost: ollama.host })
  assert.equal(models.modelFor(null).id, 'ollama:llama3.2:3b')
  assert.equal(models.describe(), 'ollama:llama3.2:3b, found on this machine')
  assert.equal(textOf(await collect(models.modelFor(null).stream(requestOf()))), 'Hello there!')
  assert.equal(ollama.requests[0]?.path, '/v1/chat/completions')
  assert.equal(ollama.requests[0]?.body.model, 'llama3.2:3b')
})

test('a key takes precedence over a local Ollama, and a configured model over both', async (t) => {
  const ollama = await startOllama(t, 'llama3.2')
  const withKey = await start({ keys: { openai: 'k' }, ollamaHost: ollama.host })
  assert.match(withKey.models.modelFor(null).id, /^openai:/)
  const names = [parseName('google:mine')]
  const configured = await start({ names, keys: { openai: 'k', google: 'k' } })
  assert.equal(configured.models.modelFor(null).id, 'google:mine')
})

test('an Ollama without a model, or another server at its address, is ignored', async (t) => {
  const empty = await startOllama(t)
  assert.equal((await start({ ollamaHost: empty.host })).models.modelFor(null).id, 'demo')
  const other = `${empty.host}/elsewhere`
  assert.equal((await start({ ollamaHost: other })).models.modelFor(null).id, 'demo')
  assert.equal((await start({ ollamaHost: '%%' })).models.modelFor(null).id, 'demo')
})

test('an Ollama that starts later is found within a minute, and one that stops is dropped', async (t) => {
  const ollama = await startOllama(t)
  const { models, passMs, lines, waitFor } = await start({ ollamaHost: ollama.host })
  ollama.listModels(['llama3.2'])
  passMs(minuteMs - 1)
  assert.equal(models.modelFor(null).id, 'demo')
  passMs(1)
  // The check is not awaited: the next request uses its result.
  assert.equal(models.modelFor(null).id, 'demo')
  await waitFor(({ model }) => model === 'ollama:llama3.2')
  assert.equal(models.modelFor(null).id, 'ollama:llama3.2')
  await ollama.stop()
  passMs(minuteMs)
  models.modelFor(null)
  await waitFor(({ model }) => model === 'demo')
  assert.equal(models.modelFor(null).id, 'demo')
  assert.equal(lines().length, 2)
})

test('OLLAMA_HOST accepts the formats of Ollama', () => {
  const expected = {
    '127.0.0.1:11434': 'http://127.0.0.1:11434',
    localhost: 'http://localhost:11434',
    '0.0.0.0': 'http://127.0.0.1:11434',
    '0.0.0.0:8000': 'http://127.0.0.1:8000',
    'http://gpu.local:11434/': 'http://gpu.local:11434',
    'https://ollama.example.com/api-of/': 'https://ollama.example.com/api-of',
    '[::1]:11434': 'http://[::1]:11434',
    '': null,
    'a b': null,
  }
  for (const [host, url] of Object.entries(expected)) assert.equal(ollamaUrl(host), url, host)
})

test('the configured models are fallbacks of each other, in order', async (t) => {
  const provider = await startProvider(t, ({ body }) =>
    body.model === 'second' ? { tokens: ['From', ' second'] } : { status: 503 },
  )
  const names = ['compatible:first', 'compatible:second'].map(parseName)
  const { models } = await start({ names, baseUrls: { compatible: provider.url } })
  assert.equal(models.describe(), 'compatible:first, then compatible:second')
  const parts = await collect(models.modelFor(null).stream(requestOf()))
  assert.deepEqual(parts[0], { kind: 'model', id: 'compatible:second' })
  assert.equal(textOf(parts), 'From second')
})

test('the model of a code comes first, then the default', async (t) => {
  const provider = await startProvider(t, ({ body }) =>
    body.model === 'own' ? { status: 404 } : { tokens: ['From the default'] },
  )
  const names = [parseName('compatible:usual')]
  const choices = [parseName('compatible:own')]
  const { models } = await start({ names, choices, baseUrls: { compatible: provider.url } })
  const model = models.modelFor('compatible:own')
  assert.equal(model.id, 'compatible:own')
  assert.equal(textOf(await collect(model.stream(requestOf()))), 'From the default')
  assert.deepEqual(
    provider.requests.map(({ body }) => body.model),
    ['own', 'usual'],
  )
})

test('a code whose model is unknown or not configured gets the default', async () => {
  const { models } = await start({ keys: { openai: 'k' } })
  for (const name of ['anthropic:claude', 'compatible:any', 'mystery:model', 'openai:', '', 'x']) {
    assert.equal(models.byName(name), null, name)
    assert.equal(models.modelFor(name), models.modelFor(null), name)
  }
  assert.equal(models.byName('openai:other')?.id, 'openai:other')
})

test('a code may name the models of the setting, or else the default models', async () => {
  const names = ['compatible:usual', 'compatible:second'].map(parseName)
  const baseUrls = { compatible: 'http://127.0.0.1:1' }
  const usual = (await start({ names, baseUrls })).models
  assert.deepEqual(usual.choices(), ['compatible:usual', 'compatible:second'])
  // Saved before the setting changed: the default answers.
  assert.equal(usual.modelFor('compatible:dear').id, 'compatible:usual')
  assert.equal(usual.modelFor('compatible:second').id, 'compatible:second')
  const chosen = (await start({ names, baseUrls, choices: [parseName('compatible:a/b')] })).models
  assert.deepEqual(chosen.choices(), ['compatible:a/b'])
  assert.equal(chosen.modelFor('compatible:a/b').id, 'compatible:a/b')
  assert.equal(chosen.modelFor('compatible:second').id, 'compatible:usual')
  assert.deepEqual((await start()).models.choices(), [])
})

test('the name of a model cannot change the URL', () => {
  const good = ['gpt-4.1', 'models/gemini', 'a/b/c', 'llama3.2:8b', 'x%2e%2e', 'a@b', 'ü']
  for (const name of good) assert.equal(parseName(`google:${name}`).model, name)
  const bad = [
    ...['..', '../../x', 'a/../b', 'a..b', 'x?key=1', 'x#y', '', '/x', 'x/', 'a//b', '.', 'a/./b'],
    ...['a b', 'a\tb', 'a\nb', 'a\0b', 'a\u007fb', 'a\u200bb', 'a\u2028b', 'a\ufeffb', ' '],
  ]
  for (const name of bad) assert.throws(() => parseName(`google:${name}`), JSON.stringify(name))
})

test('the name of a model is encoded in a URL', async (t) => {
  const provider = await startProvider(t, () => ({ tokens: ['Yes'] }))
  const name = 'tuned/a%2fb:c&d@e\\f'
  const { models } = await start({
    names: [parseName(`google:${name}`)],
    keys: { google: 'k' },
    baseUrls: { google: provider.url },
  })
  await collect(models.modelFor(null).stream(requestOf()))
  assert.match(provider.requests[0]?.path ?? '', /\/tuned\/a%252fb%3Ac%26d%40e%5Cf:stream/)
})

test('the demo does not replace a model that failed', async (t) => {
  const ollama = await startOllama(t)
  const choices = [parseName('ollama:missing')]
  const { models } = await start({ choices, ollamaHost: ollama.host })
  ollama.answerWith({ status: 404 })
  const model = models.modelFor('ollama:missing')
  assert.equal(model.isDemo, false)
  assert.equal((await failureOf(model.stream(requestOf()))).code, 'model_refused')
})

test('a configured model with a missing setting causes a warning, and is not replaced', async () => {
  const { models, lines } = await start({ names: [parseName('openai:gpt')] })
  const { model, missing } = lines()[0] ?? assert.fail('nothing was logged')
  assert.deepEqual({ model, missing }, { model: 'openai:gpt', missing: 'OPENAI_API_KEY' })
  assert.equal(models.modelFor(null).id, 'openai:gpt')
  assert.equal((await failureOf(models.modelFor(null).stream(requestOf()))).code, 'model_refused')
})

test('the cost of tokens follows the prices, in millionths', async () => {
  const prices = [{ model: 'openai:gpt', inputPerMillion: 0.15, outputPerMillion: 0.6 }]
  const { models } = await start({ prices })
  assert.equal(models.costOf('openai:gpt', 1_000_000, 1_000_000), 750_000)
  assert.equal(models.costOf('openai:gpt', 1000, 500), 450)
  assert.equal(models.costOf('openai:gpt', 1, 0), 0)
  assert.equal(models.costOf('openai:other', 1000, 500), 0)
  assert.equal(models.costOf('demo', 1000, 500), 0)
})
