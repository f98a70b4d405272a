import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually } from '../harness/checks/eventually.ts'
import type { Code } from '../harness/data/given.ts'
import { asking, openTalk, type Visit } from '../harness/data/talk.ts'
import { startProvider } from '../harness/providers/provider.ts'
import { followStream } from '../harness/receivers/live-stream.ts'
import { freePort } from '../harness/service/ports.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../harness/service/postgres.ts'
import { newMachine } from '../harness/service/process.ts'

const newCode = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }
const stalling = {
  tokens: ['The', ' rest', ' never', ' comes'],
  fault: { after: 2, by: 'stall' as const },
}

let postgres: PostgresServer
before(async () => {
  postgres = await startPostgres()
})
after(() => postgres.stop())

test('an answer can be followed, stopped and ended from another process', async (t) => {
  const provider = await startProvider(t, stalling)
  const machine = await newMachine(t)
  const settings = {
    ...asking(provider),
    DATABASE_URL: await createDatabase(postgres.url),
    QPR_SECRET: 'the-same-for-all-of-them',
  }
  const first = await machine.serve({ ...settings, PORT: String(await freePort()) })
  const second = await machine.serve({ ...settings, PORT: String(await freePort()) })
  const api = await first.connect()
  const other = await second.connect()
  const code = await api.post<Code>('/v1/qpr-codes', newCode)
  const begin = async () => {
    const visitor = await openTalk({ ...api, address: first.address }, code.body.short_id)
    const stream = await followStream(
      { address: second.address, key: null },
      visitor.path('/events'),
    )
    await visitor.say('Hello?')
    let seen = ''
    while (seen !== 'The rest') seen += JSON.parse((await stream.next())?.data ?? '').text
    return { visitor, stream }
  }

  const stopped = await begin()
  await other.post(stopped.visitor.path('/stop'), undefined, { key: null })
  assert.equal((await stopped.stream.next())?.event, 'finish')
  await eventually(async () => assert.equal(await provider.requests[0]?.ended, false))

  // Both close it at the same time: it ends once.
  const closed = await begin()
  const close = (client: typeof api) =>
    client.post(closed.visitor.path('/close'), undefined, { key: null })
  await Promise.all([close(api), close(other), close(api), close(other)])
  const events = await other.get<{ events: object[] }>('/v1/events?event=conversation.completed')
  assert.equal(events.body.events.length, 1)

  // The process that answers dies: the other one ends the turn.
  const orphaned = await begin()
  await first.stop('SIGKILL')
  const error = await orphaned.stream.next()
  assert.equal(error?.event, 'error')
  assert.equal(JSON.parse(error.data).retryable, true)
  const view = await other.get<Visit>(orphaned.visitor.path(), { key: null })
  assert.equal(view.body.messages[1]?.status, 'failed')
  for (const { stream } of [stopped, closed, orphaned]) stream.close()
})
