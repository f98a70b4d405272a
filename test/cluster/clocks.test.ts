import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '../harness/checks/eventually.ts'
import type { Code } from '../harness/data/given.ts'
import { asking, openTalk } from '../harness/data/talk.ts'
import { startProvider } from '../harness/providers/provider.ts'
import { startReceiver } from '../harness/receivers/receiver.ts'
import { registerWebhook } from '../harness/receivers/webhooks.ts'
import { allDelivered, sentTwice, shiftedBy, startCluster } from '../harness/service/cluster.ts'
import { anyPostgres } from '../harness/service/postgres.ts'
import { newMachine } from '../harness/service/process.ts'

const newCode = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }

const postgresUrl = await anyPostgres({ after })

test('with clocks an hour apart nothing is sent twice, no answer is cut, no conversation ends early', async (t) => {
  // Longer than the sweep of a process that considers the lease expired.
  const tokens = Array.from({ length: 14 }, (_, n) => `word${n} `)
  const provider = await startProvider(t, { tokens, delayMs: 500 })
  const { databaseUrl, members } = await startCluster(t, postgresUrl, {
    settings: asking(provider),
    each: [shiftedBy(3600), shiftedBy(-3600)],
  })
  const receiver = await startReceiver(t)
  receiver.answerWith(async () => {
    await wait(1000)
    return 200
  })
  const apis = await Promise.all(members.map(({ service }) => service.connect()))
  const [ahead, behind] = apis
  assert.ok(ahead && behind)
  await registerWebhook(ahead, receiver.url)
  const talks = await Promise.all(
    members.map(async ({ service }, index) => {
      const api = apis[index]
      assert.ok(api)
      const code = await api.post<Code>('/v1/qpr-codes', newCode)
      const visitor = await openTalk({ ...api, address: service.address }, code.body.short_id)
      return { visitor, answer: visitor.ask('Hello?') }
    }),
  )
  // Enough that both processes send some.
  const codes = Array.from({ length: 15 }, (_, n) => ({ ...newCode, name: `Table ${n}` }))
  for (const api of apis) await api.post('/v1/qpr-codes/bulk', { codes })

  for (const { visitor, answer } of talks) {
    const { text, end } = await answer
    assert.equal(end.event, 'finish', end.data)
    assert.equal(text, tokens.join(''))
    assert.equal((await visitor.view()).status, 'open')
  }
  // The check costs processor time, so it begins when it may succeed.
  await receiver.waitFor(2 * codes.length + 2)
  assert.equal(await allDelivered(databaseUrl, receiver), 2 * codes.length + 2)
  assert.deepEqual(sentTwice(receiver), new Map())
  for (const { service } of members) {
    assert.match(service.output.stdout, /this machine's clock differs from PostgreSQL's/)
  }
})

test('qpr doctor warns when the clock differs from PostgreSQL by a second or more', async (t) => {
  const machine = await newMachine(t)
  const right = await machine.run(['doctor'], { DATABASE_URL: postgresUrl })
  assert.match(right.stdout, / ok {4}clock/)
  const examine = (seconds: number) =>
    machine.start(['doctor'], { DATABASE_URL: postgresUrl, ...shiftedBy(seconds) }).exited
  for (const { stdout } of await Promise.all([2, -2].map(examine))) {
    assert.match(stdout, /WRONG {2}clock {6}is 2 s off\. Let NTP set it\./)
  }
})

test('SQLite: setting the system clock during the run sends nothing twice and ends nothing early', async (t) => {
  const machine = await newMachine(t)
  const receiver = await startReceiver(t)
  const service = await machine.serve(shiftedBy(0, 3600))
  const api = await service.connect()
  await registerWebhook(api, receiver.url)
  const release = Promise.withResolvers<void>()
  receiver.answerWith(async () => {
    await release.promise
    return 200
  })
  const code = await api.post<Code>('/v1/qpr-codes', newCode)
  const visitor = await openTalk({ ...api, address: service.address }, code.body.short_id)
  await visitor.ask('Hello?')
  await receiver.waitFor(1)
  service.kill('SIGUSR2')
  // The signal is handled before later network requests; then a sweep has run.
  const before = Date.now()
  const next = await api.post<Code & { created_at: string }>('/v1/qpr-codes', newCode)
  assert.ok(Date.parse(next.body.created_at) - before < 60_000)
  await receiver.waitFor(2)
  release.resolve()
  await eventually(async () => assert.equal((await visitor.view()).status, 'open'))
  assert.deepEqual(sentTwice(receiver), new Map())
})
