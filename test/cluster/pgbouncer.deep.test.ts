import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Environment } from '../../src/service/config/config.ts'
import { eventually } from '../harness/checks/eventually.ts'
import type { Code } from '../harness/data/given.ts'
import { openTalk } from '../harness/data/talk.ts'
import { startWriters } from '../harness/data/writers.ts'
import { startReceiver } from '../harness/receivers/receiver.ts'
import { registerWebhook } from '../harness/receivers/webhooks.ts'
import { allDelivered, sentTwice } from '../harness/service/cluster.ts'
import { pgbouncerVersion, startPgbouncer } from '../harness/service/pgbouncer.ts'
import { freePort } from '../harness/service/ports.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../harness/service/postgres.ts'
import { newMachine } from '../harness/service/process.ts'

const newCode = { name: 'Harbour Hotel', prompt: 'You are the concierge. Breakfast is at seven.' }

let postgres: PostgresServer
before(async () => {
  postgres = await startPostgres()
})
after(() => postgres.stop())

interface Way {
  mode: 'session' | 'transaction'
  settings?: Environment
  more?: Record<string, number>
}

/** Two processes behind one PgBouncer, which has fewer server connections than they have. */
const startBehind = async (t: TestContext, { mode, settings = {}, more = {} }: Way) => {
  const direct = await createDatabase(postgres.url)
  // In session mode each client keeps a connection while it is connected.
  const poolSize = mode === 'session' ? 40 : 4
  const bouncer = await startPgbouncer(t, direct, { mode, poolSize, more })
  const machine = await newMachine(t)
  const common = {
    DATABASE_URL: bouncer.through(direct),
    DATABASE_URL_DIRECT: mode === 'transaction' ? direct : '',
    QPR_SECRET: 'the-same-for-all-of-them',
    QPR_LOG_LEVEL: 'warn',
    ...settings,
  }
  const serve = async () => machine.serve({ ...common, PORT: String(await freePort()) })
  return { direct, bouncer, services: [await serve(), await serve()] as const }
}

/** All kinds of database access, from two processes at once. */
const exercise = async (t: TestContext, way: Way) => {
  const { direct, bouncer, services } = await startBehind(t, way)
  const [first, second] = services
  const [api, other] = await Promise.all([first.connect(), second.connect()])
  const receiver = await startReceiver(t)
  await registerWebhook(api, receiver.url)
  const loads = services.map(({ address }) => startWriters(address, 8))
  await Promise.all(loads.map((load) => load.acknowledges(50)))
  await Promise.all(loads.map((load) => load.stop()))
  for (const load of loads) assert.deepEqual(load.refusals, [])

  const { body: code } = await api.post<Code>('/v1/qpr-codes', newCode)
  const scan = () => fetch(`${second.address}/s/${code.short_id}`)
  for (let count = 0; count < 20; count++) assert.equal((await scan()).status, 200)
  const visitor = await openTalk({ ...other, address: second.address }, code.short_id)
  assert.equal((await visitor.ask('When is breakfast?')).end.event, 'finish')
  // By a signal, well before the cache entry of the other process expires.
  await api.patch(`/v1/qpr-codes/${code.id}`, { status: 'archived' })
  await eventually(async () => assert.equal((await scan()).status, 410), 3000)
  await allDelivered(direct, receiver)
  assert.deepEqual(sentTwice(receiver), new Map())
  for (const service of services) {
    assert.doesNotMatch(service.output.stdout, /no notification arrives|prepared statement/)
    assert.equal((await service.stop()).code, 0)
  }
  assert.doesNotMatch(bouncer.said.join(''), /unsupported startup parameter/)
}

test('PgBouncer in session mode works without further settings', (t) =>
  exercise(t, { mode: 'session' }))

test('PgBouncer of any version in transaction mode works with unnamed statements', (t) =>
  exercise(t, { mode: 'transaction', settings: { QPR_PREPARED_STATEMENTS: 'off' } }))

test('PgBouncer from 1.21 in transaction mode works with named statements; an older one needs the setting', async (t) => {
  const [major = 0, minor = 0] = await pgbouncerVersion()
  if (major > 1 || minor >= 21) {
    return await exercise(t, { mode: 'transaction', more: { max_prepared_statements: 100 } })
  }
  // The reason for the setting: sessions are shared, and a statement name is known only to one of
  // them.
  const { services } = await startBehind(t, { mode: 'transaction' })
  const loads = services.map(({ address }) => startWriters(address, 8))
  await Promise.race(loads.map((load) => load.refuses(1)))
  await Promise.all(loads.map((load) => load.stop()))
})

test('a start through PgBouncer in transaction mode without DATABASE_URL_DIRECT names the setting', async (t) => {
  const { services } = await startBehind(t, {
    mode: 'transaction',
    settings: { DATABASE_URL_DIRECT: '', QPR_PREPARED_STATEMENTS: 'off' },
  })
  await services[0].printed(/no notification arrives: set DATABASE_URL_DIRECT/)
})
