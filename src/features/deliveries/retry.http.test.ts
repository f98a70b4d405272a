import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import { farAway, plantDelivery, rowOf, waiting } from '../../../test/harness/data/planted.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import {
  type Delivery,
  deliveriesOf,
  deliveryOf,
  registerWebhook,
} from '../../../test/harness/receivers/webhooks.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/shared.ts'

const now = '2099-01-31T12:00:00.000Z'

const start = async (t: TestContext) => {
  const service = await startService(t, { clock: fakeClock(now) })
  const receiver = await startReceiver(t)
  const webhook = await registerWebhook(service, receiver.url)
  return { service, receiver, webhook, path: `/v1/webhooks/${webhook.id}` }
}

const retry = (service: Service, id: string) => service.post<Delivery>(`/v1/deliveries/${id}/retry`)

/** The delivery after the given number of attempts. */
const after = (service: Service, id: string, attempts: number) =>
  eventually(async () => {
    const delivery = await deliveryOf(service, id)
    assert.equal(delivery.attempts_count, attempts)
    return delivery
  })

test('a retry answers 202 with the delivery, which is due now', async (t) => {
  const { service, webhook } = await start(t)
  const id = await plantDelivery(service, webhook.id, { note: 'Dropped: for a reason.' })
  const [before] = await deliveriesOf(service, webhook.id)
  const { status, body } = await retry(service, id)
  assert.equal(status, 202)
  assert.deepEqual(body, { ...before, status: 'pending', next_attempt_at: now })
})

test('a finished delivery gets one more attempt, after a failure or a success', async (t) => {
  const { service, receiver, webhook } = await start(t)
  for (const status of ['failed', 'succeeded'] as const) {
    const id = await plantDelivery(service, webhook.id, { status, attempts_count: 0 })
    await retry(service, id)
    const delivery = await after(service, id, 1)
    assert.deepEqual([delivery.status, delivery.note], ['succeeded', null])
  }
  assert.equal(receiver.requests.length, 2)
})

test('the attempt of a retry continues the numbering', async (t) => {
  const { service, receiver, webhook } = await start(t)
  const id = await plantDelivery(service, webhook.id, { attempts_count: 6 })
  await retry(service, id)
  const { attempts } = await after(service, id, 7)
  assert.equal(attempts.at(-1)?.number, 7)
  assert.equal(receiver.requests[0]?.headers['x-service-attempt'], '7')
  assert.equal(receiver.requests[0]?.headers['x-service-delivery'], id)
})

test('a failed attempt of a retry is not retried', async (t) => {
  const { service, receiver, webhook } = await start(t)
  receiver.answerWith(500)
  const id = await plantDelivery(service, webhook.id, { attempts_count: 1, waits_used: 1 })
  await retry(service, id)
  const { status, next_attempt_at } = await after(service, id, 2)
  assert.deepEqual({ status, next_attempt_at }, { status: 'failed', next_attempt_at: null })
})

test('a waiting delivery is moved forward, and keeps its later attempts', async (t) => {
  const { service, receiver, webhook } = await start(t)
  receiver.answerWith(500)
  const id = await plantDelivery(service, webhook.id, { ...waiting, waits_used: 1 })
  const { body } = await retry(service, id)
  assert.equal(body.next_attempt_at, now)
  const { status, next_attempt_at } = await after(service, id, 2)
  assert.equal(status, 'pending')
  // 30 s is the second wait, counted from the end of the attempt.
  const waitMs = Date.parse(next_attempt_at ?? '') - Date.parse(now)
  assert.ok(waitMs >= 30_000 && waitMs < 40_000, String(waitMs))
})

test('a running delivery stays unchanged', async (t) => {
  const { service, receiver, webhook } = await start(t)
  const underWay = { ...waiting, claim: 'somebody', next_attempt_at: 1 }
  const id = await plantDelivery(service, webhook.id, underWay)
  const before = await rowOf(service, id)
  const { status, body } = await retry(service, id)
  assert.equal(status, 202)
  assert.equal(body.next_attempt_at, '1970-01-01T00:00:00.001Z')
  assert.deepEqual(await rowOf(service, id), before)
  assert.equal(before.due_at, farAway)
  assert.equal(receiver.requests.length, 0)
})

test('a retry for an inactive webhook gets 409', async (t) => {
  const { service, webhook, path } = await start(t)
  const id = await plantDelivery(service, webhook.id)
  await service.patch(path, { active: false })
  const answer = await service.post(`/v1/deliveries/${id}/retry`)
  assertRefused(answer, { status: 409, code: 'webhook_inactive' })
  assert.equal((await deliveryOf(service, id)).status, 'failed')
})

test('a retry for a deleted webhook gets 409', async (t) => {
  const { service, webhook, path } = await start(t)
  const id = await plantDelivery(service, webhook.id)
  await service.delete(path)
  const answer = await service.post(`/v1/deliveries/${id}/retry`)
  assertRefused(answer, { status: 409, code: 'webhook_deleted' })
})

test('a repeated request with the same Idempotency-Key makes no second attempt', async (t) => {
  const { service, receiver, webhook } = await start(t)
  const id = await plantDelivery(service, webhook.id, { attempts_count: 0 })
  const send = () =>
    service.post(`/v1/deliveries/${id}/retry`, undefined, { headers: { 'Idempotency-Key': 'a' } })
  const first = await send()
  await after(service, id, 1)
  const again = await send()
  assert.deepEqual([again.status, again.text], [202, first.text])
  assert.equal((await deliveryOf(service, id)).status, 'succeeded')
  assert.equal(receiver.requests.length, 1)
})
