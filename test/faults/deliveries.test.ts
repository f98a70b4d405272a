import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { isDeep, rounds } from '../harness/checks/depth.ts'
import { eventually } from '../harness/checks/eventually.ts'
import type { Code } from '../harness/data/given.ts'
import { startWriters } from '../harness/data/writers.ts'
import { assertNoEventLost } from '../harness/receivers/delivered.ts'
import { type Receiver, startReceiver } from '../harness/receivers/receiver.ts'
import { deliveriesOf, registerWebhook } from '../harness/receivers/webhooks.ts'
import { type Machine, newMachine } from '../harness/service/process.ts'

const newCode = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }
const settings = { QPR_LOG_LEVEL: 'silent' }

const fileOf = (machine: Machine) => `sqlite:${join(machine.folder, 'data', 'qpr.db')}`
const bodies = (receiver: Receiver) => receiver.requests.map(({ body }) => body)

test('after kill -9 between send and settle a delivery is sent again, with the same id and bytes', async (t) => {
  const machine = await newMachine(t)
  const receiver = await startReceiver(t)
  const service = await machine.serve(settings)
  const api = await service.connect()
  const webhook = await registerWebhook(api, receiver.url)
  // The request arrives, and the sender is killed before the response.
  receiver.handleWith(() => undefined)
  await api.post<Code>('/v1/qpr-codes', newCode)
  const [first] = await receiver.waitFor(1)
  await service.stop('SIGKILL')

  receiver.answerWith(200)
  const again = await (await machine.serveHere(settings)).connect()
  const [, second] = await receiver.waitFor(2)
  assert.equal(second?.body, first?.body)
  assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
  assert.equal(second?.headers['x-service-delivery'], first?.headers['x-service-delivery'])
  await eventually(async () => {
    const [delivery] = await deliveriesOf(again, webhook.id)
    assert.equal(delivery?.status, 'succeeded')
    assert.equal(delivery.attempts_count, 1, 'the attempt that nobody settled is not counted')
  })
})

test('kill -9 repeatedly under load: delivered ∪ pending = committed, and in the end all is delivered', async (t) => {
  const machine = await newMachine(t)
  const receiver = await startReceiver(t)
  let committed = 0
  // Once in the short form; the long form repeats it at other moments.
  for (let killed = 1; killed <= rounds(1, 20); killed++) {
    const service = await machine.serve(settings)
    if (killed === 1) await registerWebhook(await service.connect(), receiver.url)
    const load = startWriters(service.address, 8)
    await load.acknowledges(isDeep ? randomInt(20, 120) : 70)
    await service.stop('SIGKILL')
    await load.done
    committed = (await assertNoEventLost(fileOf(machine), bodies(receiver))).committed
  }
  await machine.serveHere(settings)
  // The check below costs processor time, so it begins when it may succeed.
  await receiver.waitFor(committed)
  await eventually(async () => {
    const { pending } = await assertNoEventLost(fileOf(machine), bodies(receiver))
    assert.equal(pending, 0)
  })
})

test('SIGTERM under load: nothing lost, exit 0 without a delay, and nothing is sent twice', async (t) => {
  const machine = await newMachine(t)
  const receiver = await startReceiver(t)
  // Slower than any machine writes, so that some are running and some wait at the signal.
  receiver.handleWith((_request, response) => void setTimeout(() => response.end(), 1500))
  const service = await machine.serve({ QPR_LOG_LEVEL: 'warn' })
  await registerWebhook(await service.connect(), receiver.url)
  const load = startWriters(service.address, 16)
  await load.acknowledges(200)
  const { code, stdout } = await service.stop('SIGTERM')
  assert.equal(code, 0)
  assert.doesNotMatch(stdout, /stopped before all work was finished/)
  await load.done
  const { pending, committed } = await assertNoEventLost(fileOf(machine), bodies(receiver))

  receiver.answerWith(200)
  await machine.serveHere(settings)
  await receiver.waitFor(committed)
  await eventually(async () => {
    const after = await assertNoEventLost(fileOf(machine), bodies(receiver))
    assert.equal(after.pending, 0)
  })
  assert.ok(pending > 0, 'some were left for the next start')
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
  assert.equal(new Set(ids).size, ids.length)
})

test('a restart changes no due time', async (t) => {
  const machine = await newMachine(t)
  const receiver = await startReceiver(t)
  receiver.answerWith(500)
  const first = await machine.serveHere(settings)
  const api = await first.connect()
  const webhook = await registerWebhook(api, receiver.url)
  await api.post<Code>('/v1/qpr-codes', newCode)
  const before = await eventually(async () => {
    const [delivery] = await deliveriesOf(api, webhook.id)
    assert.equal(delivery?.attempts_count, 1)
    return delivery
  })
  await first.stop()
  const restarted = await machine.serveHere(settings)
  const restartedAt = Date.now()
  const again = await restarted.connect()
  const [after] = await deliveriesOf(again, webhook.id)
  // On a very busy machine it was due, and sent, before this check.
  if (after?.attempts_count === 1) assert.equal(after.next_attempt_at, before.next_attempt_at)
  // It is sent on time, or at once when the start took longer than the wait.
  const [, second] = await receiver.waitFor(2)
  const dueAt = Date.parse(before.next_attempt_at ?? '')
  const lateMs = (second?.at ?? 0) - Math.max(dueAt, restartedAt)
  assert.ok((second?.at ?? 0) >= dueAt && lateMs < 4000, `${lateMs} ms late`)
})
