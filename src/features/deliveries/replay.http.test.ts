import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Static } from 'typebox'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { assertInvalid, assertRefused } from '../../../test/harness/checks/refusals.ts'
import {
  plantDeliveries,
  plantDelivery,
  rowOf,
  waiting,
} from '../../../test/harness/data/planted.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import {
  closedPort,
  deliveriesOf,
  deliveryOf,
  registerWebhook,
} from '../../../test/harness/receivers/webhooks.ts'
import { type Service, startService } from '../../../test/harness/service/shared.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import type { ReplayResult } from './deliveries.schema.ts'

type Result = Static<typeof ReplayResult>

const at = Date.parse('2026-01-31T12:00:00Z')
const since = isoTime(at)

const start = async (t: TestContext, settings = {}) => {
  const service = await startService(t, { settings })
  const receiver = await startReceiver(t)
  const webhook = await registerWebhook(service, receiver.url)
  return { service, receiver, webhook, path: `/v1/webhooks/${webhook.id}` }
}

const replay = async (service: Service, { id }: { id: string }, body: object) =>
  await service.post<Result>(`/v1/webhooks/${id}/replay`, body)

/** The deliveries among these that it replays, by their status. */
const replayed = async (service: Service, webhook: { id: string }, body: object, ids: string[]) => {
  const { status, body: result } = await replay(service, webhook, body)
  assert.equal(status, 202)
  const counts = await eventually(async () => {
    const views = await Promise.all(ids.map((id) => deliveryOf(service, id)))
    const counts = views.map(({ attempts_count }) => attempts_count)
    assert.equal(counts.filter((count) => count > 0).length, result.count)
    return counts
  })
  return ids.filter((_, index) => (counts[index] ?? 0) > 0)
}

const untouched = { attempts_count: 0 }

test('a replay resends finished deliveries, with the same ids and bytes', async (t) => {
  const { service, receiver, webhook } = await start(t)
  const ids = await plantDeliveries(service, webhook.id, [at, at + 1], { status: 'succeeded' })
  const { status, body } = await replay(service, webhook, { since })
  assert.equal(status, 202)
  assert.deepEqual(body, { count: 2, dry_run: false, remaining: 0, next_since: null })
  const requests = await receiver.waitFor(2)
  const deliveries = await Promise.all(ids.map((id) => deliveryOf(service, id)))
  assert.deepEqual(
    requests.map(({ body, headers }) => [headers['x-service-delivery'], body]).sort(),
    deliveries.map(({ id, request }) => [id, request]).sort(),
  )
})

test('a replayed delivery gets all attempts again', async (t) => {
  const { service, receiver, webhook } = await start(t, {
    QPR_WEBHOOK_RETRY_SECONDS: '0.01,0.01,0.01,0.01,0.01',
  })
  receiver.answerWith(500)
  const id = await plantDelivery(service, webhook.id, { at, note: 'Dropped: for a reason.' })
  await replay(service, webhook, { since })
  const delivery = await eventually(async () => {
    const view = await deliveryOf(service, id)
    assert.deepEqual([view.status, view.attempts_count], ['failed', 12])
    return view
  })
  assert.equal(delivery.note, null)
  assert.equal(receiver.requests.length, 6)
  const attempts = receiver.requests.map(({ headers }) => headers['x-service-attempt'])
  assert.deepEqual(attempts, ['7', '8', '9', '10', '11', '12'])
})

test('a replay covers deliveries from since on, and before until', async (t) => {
  const { service, webhook } = await start(t)
  const times = [at - 1, at, at + 9, at + 10]
  const ids = await plantDeliveries(service, webhook.id, times, untouched)
  const body = { since, until: isoTime(at + 10) }
  assert.deepEqual(await replayed(service, webhook, body, ids), ids.slice(1, 3))
})

test('status limits a replay to failed or to successful deliveries', async (t) => {
  const { service, webhook } = await start(t)
  const failed = await plantDeliveries(service, webhook.id, [at, at + 2], untouched)
  const succeeded = await plantDeliveries(service, webhook.id, [at + 1], {
    ...untouched,
    status: 'succeeded',
  })
  const ids = [...failed, ...succeeded]
  assert.deepEqual(await replayed(service, webhook, { since, status: 'succeeded' }, ids), succeeded)
  const { body } = await replay(service, webhook, { since, status: 'failed' })
  assert.equal(body.count, failed.length)
})

test('waiting and running deliveries, and those of another webhook, are not replayed', async (t) => {
  const { service, receiver, webhook } = await start(t)
  const other = await registerWebhook(service, receiver.url)
  const ids = [
    await plantDelivery(service, webhook.id, { ...waiting, at }),
    await plantDelivery(service, webhook.id, { ...waiting, at, claim: 'somebody' }),
    await plantDelivery(service, other.id, { at }),
  ]
  const before = await Promise.all(ids.map((id) => rowOf(service, id)))
  assert.equal((await replay(service, webhook, { since })).body.count, 0)
  assert.deepEqual(await Promise.all(ids.map((id) => rowOf(service, id))), before)
})

test('a dry run answers 200 with the numbers of a replay, and sends nothing', async (t) => {
  const { service, receiver, webhook, path } = await start(t)
  await plantDeliveries(service, webhook.id, [at, at + 1, at + 2])
  const before = await deliveriesOf(service, webhook.id)
  const dry = await replay(service, webhook, { since, dry_run: true })
  assert.equal(dry.status, 200)
  assert.deepEqual(dry.body, { count: 3, dry_run: true, remaining: 0, next_since: null })
  assert.deepEqual(await deliveriesOf(service, webhook.id), before)
  assert.equal(receiver.requests.length, 0)
  await service.patch(path, { active: false })
  assert.equal((await replay(service, webhook, { since, dry_run: true })).body.count, 3)
})

test('at most 10,000 deliveries are replayed at once, oldest first, with the time to continue at', async (t) => {
  const { service, webhook, path } = await start(t)
  // No server listens there: this test is only about counting.
  await service.patch(path, { url: closedPort })
  const times = Array.from({ length: 10_003 }, (_, i) => at + i)
  const ids = await plantDeliveries(service, webhook.id, times)
  await plantDelivery(service, webhook.id, { ...waiting, at: at + 10_001 })
  const wanted = { since, status: 'failed' }
  const dry = await replay(service, webhook, { ...wanted, dry_run: true })
  const next = { remaining: 3, next_since: isoTime(at + 10_000) }
  assert.deepEqual(dry.body, { count: 10_000, dry_run: true, ...next })
  assert.deepEqual((await replay(service, webhook, { since, dry_run: true })).body.remaining, 3)
  const first = await replay(service, webhook, wanted)
  assert.deepEqual(first.body, { count: 10_000, dry_run: false, ...next })
  assert.equal((await rowOf(service, ids[10_000] ?? '')).status, 'failed')
  const second = await replay(service, webhook, { ...wanted, since: first.body.next_since })
  assert.deepEqual(second.body, { count: 3, dry_run: false, remaining: 0, next_since: null })
})

test('a replay for an inactive webhook gets 409, and nothing changes', async (t) => {
  const { service, webhook, path } = await start(t)
  const id = await plantDelivery(service, webhook.id, { at })
  await service.patch(path, { active: false })
  const answer = await service.post(`${path}/replay`, { since })
  assertRefused(answer, { status: 409, code: 'webhook_inactive' })
  assert.equal((await deliveryOf(service, id)).status, 'failed')
})

test('a since after until gets 422, an empty span replays nothing', async (t) => {
  const { service, webhook, path } = await start(t)
  assertInvalid(await service.post(`${path}/replay`, { since, until: isoTime(at - 1) }), 'since')
  const inTheFuture = { since: '2199-01-01T00:00:00Z' }
  assertInvalid(await service.post(`${path}/replay`, inTheFuture), 'since')
  await plantDelivery(service, webhook.id, { at })
  assert.equal((await replay(service, webhook, { since, until: since })).body.count, 0)
})

test('an invalid field gets 422 with its name', async (t) => {
  const { service, path } = await start(t)
  assertInvalid(await service.post(`${path}/replay`, {}), 'since')
  const bad = {
    since: ['yesterday', '2026-01-31', 1, null],
    until: ['tomorrow', '', 1, null],
    status: ['pending', '', null],
    dry_run: ['true', 1, null],
  }
  for (const [field, values] of Object.entries(bad)) {
    for (const value of values) {
      assertInvalid(await service.post(`${path}/replay`, { since, [field]: value }), field)
    }
  }
})

test('times of the years 0 and 9999 are valid', async (t) => {
  const { service, webhook } = await start(t)
  await plantDelivery(service, webhook.id, { at })
  const body = { since: '0000-01-01T00:00:00Z', until: '9999-12-31T23:59:59Z', dry_run: true }
  assert.equal((await replay(service, webhook, body)).body.count, 1)
})
