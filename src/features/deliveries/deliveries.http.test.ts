import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import {
  farAway,
  plantDeliveries,
  plantDelivery,
  waiting,
} from '../../../test/harness/data/planted.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import {
  closedPort,
  type Delivery,
  deliveryOf,
  registerWebhook,
  settledDelivery,
} from '../../../test/harness/receivers/webhooks.ts'
import { type Service, startService } from '../../../test/harness/service/shared.ts'
import { isoTime } from '../../platform/kit/clock.ts'

interface Page {
  deliveries: Delivery[]
  total: number
  limit: number
  offset: number
}

const at = Date.parse('2026-01-31T12:00:00Z')

const start = async (t: TestContext) => {
  const service = await startService(t)
  const webhook = await registerWebhook(service, closedPort)
  return { service, webhook }
}

const list = async (service: Service, { id }: { id: string }, query = '') => {
  const answer = await service.get<Page>(`/v1/webhooks/${id}/deliveries${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const idsOf = ({ deliveries }: Page) => deliveries.map(({ id }) => id)

test('a delivery in the list has exactly the fields of the decisions', async (t) => {
  const { service, webhook } = await start(t)
  const id = await plantDelivery(service, webhook.id, { ...waiting, at, last_status: 503 })
  const { deliveries, ...page } = await list(service, webhook)
  assert.deepEqual(page, { total: 1, limit: 50, offset: 0 })
  assert.deepEqual(deliveries, [
    {
      id,
      event_id: deliveries[0]?.event_id,
      event: 'qpr_code.created',
      webhook_id: webhook.id,
      status: 'pending',
      attempts_count: 1,
      next_attempt_at: isoTime(farAway),
      last_status: 503,
      created_at: '2026-01-31T12:00:00.000Z',
    },
  ])
})

test('deliveries of a webhook are listed newest first, without those of others', async (t) => {
  const { service, webhook } = await start(t)
  const other = await registerWebhook(service, closedPort)
  const ids = await plantDeliveries(service, webhook.id, [at + 1, at, at + 3, at + 2])
  await plantDelivery(service, other.id)
  const [second, first, fourth, third] = ids
  assert.deepEqual(idsOf(await list(service, webhook)), [fourth, third, second, first])
})

test('status selects deliveries, and counts them', async (t) => {
  const { service, webhook } = await start(t)
  const plant = (fields: object, times: number[]) =>
    plantDeliveries(service, webhook.id, times, fields)
  const planted = {
    failed: await plant({}, [at, at + 3]),
    succeeded: await plant({ status: 'succeeded' }, [at + 1, at + 4, at + 5]),
    pending: await plant(waiting, [at + 2, at + 6, at + 7, at + 8]),
  }
  for (const [status, ids] of Object.entries(planted)) {
    const page = await list(service, webhook, `?status=${status}`)
    assert.deepEqual(idsOf(page), ids.toReversed(), status)
    assert.equal(page.total, ids.length, status)
  }
  assert.equal((await list(service, webhook)).total, 9)
})

test('the list is paged by limit and offset, 50 by default, for every status', async (t) => {
  const { service, webhook } = await start(t)
  const times = Array.from({ length: 60 }, (_, i) => at + i)
  const all = {
    failed: await plantDeliveries(service, webhook.id, times),
    succeeded: await plantDeliveries(service, webhook.id, times, { status: 'succeeded' }),
    pending: await plantDeliveries(service, webhook.id, times, waiting),
  }
  for (const [status, ids] of Object.entries(all)) {
    const newestFirst = ids.toReversed()
    const first = await list(service, webhook, `?status=${status}`)
    assert.deepEqual(idsOf(first), newestFirst.slice(0, 50))
    const page = await list(service, webhook, `?status=${status}&limit=3&offset=49`)
    assert.deepEqual(idsOf(page), newestFirst.slice(49, 52))
    assert.deepEqual([page.total, page.limit, page.offset], [60, 3, 49])
  }
  assert.equal((await list(service, webhook, '?limit=100&offset=100')).deliveries.length, 80)
})

test('event selects a type with any status, and counts its deliveries', async (t) => {
  const { service, webhook } = await start(t)
  const other = await registerWebhook(service, closedPort)
  const states = { failed: {}, succeeded: { status: 'succeeded' }, pending: waiting } as const
  const scans: string[] = []
  for (const [status, fields] of Object.entries(states)) {
    const ofScans = { ...fields, event: 'scan.created' }
    await plantDelivery(service, webhook.id, { ...fields, at: at + 1 })
    await plantDelivery(service, other.id, { ...ofScans, at })
    const times = [at + scans.length, at + scans.length + 1]
    const ids = (await plantDeliveries(service, webhook.id, times, ofScans)).toReversed()
    scans.unshift(...ids)
    const page = await list(service, webhook, `?event=scan.created&status=${status}`)
    assert.deepEqual([idsOf(page), page.total], [ids, 2], status)
    const second = await list(
      service,
      webhook,
      `?event=scan.created&status=${status}&limit=1&offset=1`,
    )
    assert.deepEqual(idsOf(second), ids.slice(1), status)
  }
  const all = await list(service, webhook, '?event=scan.created')
  assert.deepEqual([idsOf(all), all.total], [scans, 6])
  assert.equal((await list(service, webhook, '?event=subscription.upgraded')).total, 0)
})

test('the full view contains the duration of the last attempt', async (t) => {
  const service = await startService(t, { settings: { QPR_WEBHOOK_RETRY_SECONDS: '0.01' } })
  const receiver = await startReceiver(t, 500)
  const webhook = await registerWebhook(service, receiver.url)
  await plantDelivery(service, webhook.id, { ...waiting, attempts_count: 0 })
  await createCode(service)
  const { id } = await settledDelivery(service, webhook.id)
  const [tried, untried] = (await list(service, webhook, '?view=full')).deliveries
  const { attempts, note: _, request: __, ...fields } = await deliveryOf(service, id)
  assert.deepEqual(tried, { ...fields, last_duration_ms: attempts.at(-1)?.duration_ms })
  assert.equal(attempts.length, 2)
  assert.equal(untried?.last_duration_ms, null)
})

test('the newest of ten thousand waiting deliveries come first', async (t) => {
  const { service, webhook } = await start(t)
  const times = Array.from({ length: 10_050 }, (_, i) => at + i)
  const ids = await plantDeliveries(service, webhook.id, times, waiting)
  const page = await list(service, webhook, '?status=pending&limit=2&offset=1')
  assert.deepEqual(idsOf(page), ids.toReversed().slice(1, 3))
  assert.equal(page.total, 10_050)
})

test('a delivery contains its body, byte for byte, and every attempt', async (t) => {
  const service = await startService(t, { settings: { QPR_WEBHOOK_RETRY_SECONDS: '0.01' } })
  const receiver = await startReceiver(t, { status: 500, body: 'not now' })
  const webhook = await registerWebhook(service, receiver.url)
  await createCode(service, { name: '🏨 "Harbour"' })
  const item = await settledDelivery(service, webhook.id)
  const { note, request, attempts, ...fields } = await deliveryOf(service, item.id)
  assert.deepEqual(fields, item)
  assert.equal(note, null)
  assert.deepEqual(
    receiver.requests.map(({ body }) => body),
    [request, request],
  )
  assert.equal(attempts.length, 2)
  for (const [index, attempt] of attempts.entries()) {
    const { started_at, duration_ms, error } = attempt
    assert.deepEqual(attempt, {
      number: index + 1,
      started_at,
      duration_ms,
      status: 500,
      error,
      response_body: 'not now',
    })
    assert.match(started_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.match(error ?? '', /500/)
  }
})

test('a delivery is found in every organization that the key reaches', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const webhook = await registerWebhook(service, closedPort, { organization_id: id })
  const delivery = await plantDelivery(service, webhook.id, { organization_id: id })
  assert.equal((await deliveryOf(service, delivery)).webhook_id, webhook.id)
})

test('an unknown delivery gets 404, in any format of its id', async (t) => {
  const { service } = await start(t)
  for (const id of ['dlv_01JB0000000000000000000000', '%00', 'a'.repeat(200), '%F0%9F%8F%A8']) {
    assert.equal((await service.get(`/v1/deliveries/${id}`)).status, 404)
    assert.equal((await service.post(`/v1/deliveries/${id}/retry`)).status, 404)
  }
})

test('an invalid query gets 422 with the parameter', async (t) => {
  const { service, webhook } = await start(t)
  const path = `/v1/webhooks/${webhook.id}/deliveries`
  const bad = {
    status: ['active', '', 'Failed'],
    event: ['scan', ''],
    view: ['all'],
    limit: ['0', '101', 'a'],
    offset: ['-1', 'a'],
  }
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) assertInvalid(await service.get(`${path}?${name}=${value}`), name)
  }
})
