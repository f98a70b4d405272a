import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { eventually } from '../harness/checks/eventually.ts'
import type { Code } from '../harness/data/given.ts'
import { startWriters } from '../harness/data/writers.ts'
import { assertNoEventLost } from '../harness/receivers/delivered.ts'
import { type Receiver, startReceiver } from '../harness/receivers/receiver.ts'
import { deliveriesOf, deliveryOf, registerWebhook } from '../harness/receivers/webhooks.ts'
import { freePort } from '../harness/service/ports.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../harness/service/postgres.ts'
import { newMachine } from '../harness/service/process.ts'

const newCode = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }

let postgres: PostgresServer
before(async () => {
  postgres = await startPostgres()
})
after(() => postgres.stop())

/** Several processes of one service, on a fresh database. */
const startProcesses = async (t: TestContext, count: number, more: object = {}) => {
  const machine = await newMachine(t)
  const databaseUrl = await createDatabase(postgres.url)
  const settings = { DATABASE_URL: databaseUrl, QPR_SECRET: 'the-same-for-all-of-them', ...more }
  const services = []
  for (let n = 0; n < count; n++) {
    const PORT = String(await freePort())
    services.push(await machine.serve({ ...settings, PORT }))
  }
  return { databaseUrl, services: services as [(typeof services)[number], ...typeof services] }
}

const bodies = (receiver: Receiver) => receiver.requests.map(({ body }) => body)

const allDelivered = (databaseUrl: string, receiver: Receiver) =>
  eventually(async () => {
    const { pending } = await assertNoEventLost(databaseUrl, bodies(receiver))
    assert.equal(pending, 0)
  })

test('several processes share the deliveries, and each is sent once', async (t) => {
  const { databaseUrl, services } = await startProcesses(t, 3)
  const receiver = await startReceiver(t)
  const api = await services[0].connect()
  await registerWebhook(api, receiver.url)
  const codes = Array.from({ length: 500 }, (_, n) => ({ ...newCode, name: `Table ${n}` }))
  await api.post('/v1/qpr-codes/bulk', { codes })
  await allDelivered(databaseUrl, receiver)
  assert.equal(receiver.requests.length, 500)
})

test('when one of two processes is killed, the other continues its deliveries', async (t) => {
  const { databaseUrl, services } = await startProcesses(t, 2)
  const [first] = services
  const receiver = await startReceiver(t)
  receiver.handleWith(() => undefined)
  const api = await first.connect()
  await registerWebhook(api, receiver.url)
  await api.post<Code>('/v1/qpr-codes', newCode)
  await receiver.waitFor(1)
  receiver.answerWith(200)
  // Any process may have it: the writer's own process is woken first.
  await first.stop('SIGKILL')
  await receiver.waitFor(2)
  await allDelivered(databaseUrl, receiver)
})

test('a paused process cannot settle a delivery that another took over', async (t) => {
  const { services } = await startProcesses(t, 2, { QPR_WEBHOOK_TIMEOUT_MS: '1000' })
  const [first, second] = services
  assert.ok(second)
  const receiver = await startReceiver(t)
  const paused = Promise.withResolvers<void>()
  receiver.handleWith((_request, response) => {
    const isFirst = receiver.requests.length === 1
    if (isFirst) first.kill('SIGSTOP')
    response.writeHead(isFirst ? 500 : 200).end(isFirst ? 'too early' : 'in time')
    paused.resolve()
  })
  const api = await first.connect()
  const webhook = await registerWebhook(api, receiver.url)
  // Its response may arrive only after the pause.
  const created = api.post<Code>('/v1/qpr-codes', newCode)
  await paused.promise
  const other = await second.connect()
  const delivery = await eventually(async () => {
    const [found] = await deliveriesOf(other, webhook.id)
    assert.equal(found?.status, 'succeeded')
    return found
  })
  first.kill('SIGCONT')
  await created
  await first.printed(/delivery was taken over/)
  const { attempts, status } = await deliveryOf(other, delivery.id)
  assert.equal(status, 'succeeded')
  assert.deepEqual(
    attempts.map(({ response_body }) => response_body),
    ['in time'],
  )
})

test('after a restart of PostgreSQL under load no event is lost, and deliveries continue', async (t) => {
  const { databaseUrl, services } = await startProcesses(t, 2, { QPR_LOG_LEVEL: 'silent' })
  const receiver = await startReceiver(t)
  await registerWebhook(await services[0].connect(), receiver.url)
  const load = startWriters(services[0].address, 8)
  await load.acknowledges(100)
  await postgres.restart()
  await load.acknowledges(50)
  await load.stop()
  await allDelivered(databaseUrl, receiver)
})
