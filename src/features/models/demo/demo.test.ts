import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collect, requestOf, textOf } from '../model.fixture.ts'
import { createDemo } from './demo.ts'

const prompt = 'Breakfast is served from 7:00 to 10:30 in the garden room.'
const messages = [{ role: 'visitor' as const, text: 'When is breakfast?' }]

test('the demo names its model, streams word by word, reports and counts words', async () => {
  const parts = await collect(createDemo(null, 0).stream(requestOf({ prompt, messages })))
  assert.deepEqual(parts, [
    { kind: 'model', id: 'demo' },
    ...prompt.split(/(?= )/).map((text) => ({ kind: 'text', text })),
    { kind: 'report', report: { outcome: 'answered', quotes: new Map() } },
    { kind: 'usage', tokensIn: 3, tokensOut: 11 },
  ])
})

test('Chinese and Japanese are streamed a few characters at a time', async () => {
  const fact = '朝食は7時から9時まで一階の食堂でご用意します。'
  const asked = [{ role: 'visitor' as const, text: '朝食は？' }]
  const request = requestOf({ prompt: fact, messages: asked })
  const parts = await collect(createDemo(null, 0).stream(request))
  assert.equal(textOf(parts), fact)
  assert.ok(parts.length > 10)
})

test('the demo stays within its token limit', async () => {
  const request = requestOf({ prompt, messages, maxOutputTokens: 3 })
  assert.equal(textOf(await collect(createDemo(null, 0).stream(request))), 'Breakfast is served')
})

test('an abort ends the demo at once, before and after the first word', async () => {
  const slow = createDemo(null, 60_000)
  await assert.rejects(collect(slow.stream(requestOf({ signal: AbortSignal.abort() }))), {
    name: 'AbortError',
  })
  const abort = new AbortController()
  const parts = slow.stream(requestOf({ signal: abort.signal }))[Symbol.asyncIterator]()
  assert.deepEqual((await parts.next()).value, { kind: 'model', id: 'demo' })
  const next = parts.next()
  abort.abort()
  await assert.rejects(next, { name: 'AbortError' })
})
