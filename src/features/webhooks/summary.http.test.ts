import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { plantDeliveries, waiting } from '../../../test/harness/data/planted.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { closedPort, registerWebhook } from '../../../test/harness/receivers/webhooks.ts'
import { type Service, startService } from '../../../test/harness/service/shared.ts'
import type { WebhookHealth } from './webhooks.schema.ts'

type Health = Static<typeof WebhookHealth>

const healthOf = async (service: Service, id: string) => {
  const { status, body, text } = await service.get<Health>(`/v1/webhooks/${id}/health`)
  assert.equal(status, 200, text)
  return body
}

test('a webhook without deliveries has no rate', async (t) => {
  const service = await startService(t)
  const { id } = await registerWebhook(service, closedPort)
  assert.deepEqual(await healthOf(service, id), {
    webhook_id: id,
    active: true,
    failing_since: null,
    recent_deliveries: 0,
    succeeded: 0,
    failed: 0,
    success_rate: null,
    waiting: 0,
    average_duration_ms: null,
    last_attempt_at: null,
    last_status: null,
  })
})

test('the summary contains successful deliveries and their duration', async (t) => {
  const service = await startService(t)
  const receiver = await startReceiver(t)
  const { id } = await registerWebhook(service, receiver.url)
  await createCode(service)
  await eventually(async () => assert.equal((await healthOf(service, id)).succeeded, 1))
  const health = await healthOf(service, id)
  assert.deepEqual(
    [health.success_rate, health.failed, health.waiting, health.last_status],
    [1, 0, 0, 200],
  )
  assert.ok(health.average_duration_ms !== null && health.average_duration_ms >= 0)
  assert.ok(Date.parse(health.last_attempt_at ?? '') > 0)
})

test('the rate covers the newest hundred, without waiting deliveries', async (t) => {
  const service = await startService(t)
  const { id } = await registerWebhook(service, closedPort)
  const at = Date.now() - 1_000_000
  const times = (count: number, from: number) =>
    Array.from({ length: count }, (_, index) => from + index)
  await plantDeliveries(service, id, times(50, at))
  const arrived = { status: 'succeeded', last_status: 204, attempts_count: 1 } as const
  await plantDeliveries(service, id, times(60, at + 1000), arrived)
  await plantDeliveries(service, id, times(20, at + 2000))
  await plantDeliveries(service, id, times(20, at + 3000), waiting)
  const health = await healthOf(service, id)
  const { recent_deliveries, succeeded, failed, success_rate } = health
  assert.deepEqual([recent_deliveries, succeeded, failed, success_rate], [100, 60, 20, 0.75])
  assert.deepEqual([health.waiting, health.last_status], [20, 500])
})
