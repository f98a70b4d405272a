import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../harness/checks/eventually.ts'
import type { Code } from '../harness/data/given.ts'
import { asking, openTalk } from '../harness/data/talk.ts'
import { startProvider } from '../harness/providers/provider.ts'
import { followStream } from '../harness/receivers/live-stream.ts'
import { newMachine } from '../harness/service/process.ts'

const newCode = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }
const stalling = {
  tokens: ['The', ' rest', ' never', ' comes'],
  fault: { after: 2, by: 'stall' as const },
}

test('after a crash during a turn the next start ends it with an error that can be retried', async (t) => {
  const provider = await startProvider(t, stalling)
  const machine = await newMachine(t)
  const first = await machine.serve(asking(provider))
  const api = await first.connect()
  const code = await api.post<Code>('/v1/qpr-codes', newCode)
  const service = { ...api, address: first.address }
  const visitor = await openTalk(service, code.body.short_id)
  await visitor.say('Hello?')
  // Stored, not only streamed.
  await eventually(async () => assert.equal((await visitor.view()).messages[1]?.text, 'The rest'))
  await first.stop('SIGKILL')

  provider.answerWith({ tokens: ['Here I am.'] })
  const second = await machine.serveHere(asking(provider))
  const stream = await followStream(
    { address: second.address, key: null },
    visitor.path('/events'),
    { 'Last-Event-ID': '1-8' },
  )
  const error = await stream.next()
  assert.equal(error?.event, 'error')
  const { code: reason, retryable, kept_characters } = JSON.parse(error.data)
  assert.deepEqual([reason, retryable, kept_characters], ['interrupted', true, 8])
  assert.equal((await visitor.post('/retry')).status, 202)
  const delta = await stream.next()
  assert.equal(JSON.parse(delta?.data ?? '').text, 'Here I am.')
  assert.equal((await stream.next())?.event, 'finish')
  stream.close()
})

test('a stop during a turn: the text so far is kept, and it can be retried', async (t) => {
  const provider = await startProvider(t, stalling)
  const machine = await newMachine(t)
  const first = await machine.serveHere(asking(provider))
  const api = await first.connect()
  const code = await api.post<Code>('/v1/qpr-codes', newCode)
  const visitor = await openTalk({ ...api, address: first.address }, code.body.short_id)
  await visitor.say('Hello?')
  await provider.waitFor(1)
  await eventually(async () => assert.equal((await visitor.view()).messages[1]?.text, 'The rest'))
  await first.stop()
  await machine.serveHere(asking(provider))
  const [, answer] = (await visitor.view()).messages
  assert.deepEqual([answer?.text, answer?.status, answer?.retryable], ['The rest', 'failed', true])
})
