import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { countRows, createCode } from '../../../test/harness/data/given.ts'
import {
  plantDeliveries,
  plantDelivery,
  rowOf,
  waiting,
} from '../../../test/harness/data/planted.ts'
import {
  closedPort,
  deliveriesOf,
  deliveryOf,
  registerWebhook,
  type WebhookView,
} from '../../../test/harness/receivers/webhooks.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

const pathOf = ({ id }: { id: string }) => `/v1/webhooks/${id}`

const change = async (service: Service, webhook: { id: string }, changes: object) => {
  const { status, body, text } = await service.patch<WebhookView>(pathOf(webhook), changes)
  assert.equal(status, 200, text)
  return body
}

/** The types of the deliveries of a webhook for one new code. */
const eventsForACode = async (service: Service, { id }: { id: string }) => {
  const before = new Set((await deliveriesOf(service, id)).map((delivery) => delivery.id))
  await createCode(service)
  const deliveries = await deliveriesOf(service, id)
  return deliveries.filter((delivery) => !before.has(delivery.id)).map(({ event }) => event)
}

test('every field can be changed, without changing another', async (t) => {
  const service = await startService(t)
  const changes = {
    url: 'http://127.0.0.1:9/elsewhere',
    events: ['qpr_code.created', 'scan.created'],
    description: 'New',
  }
  for (const [field, value] of Object.entries(changes)) {
    await t.test(field, async () => {
      const webhook = await registerWebhook(service, closedPort, { description: 'Old' })
      const before = (await service.get<WebhookView>(pathOf(webhook))).body
      const after = await change(service, webhook, { [field]: value })
      assert.deepEqual(after, { ...before, [field]: value, updated_at: after.updated_at })
      assert.deepEqual((await service.get<WebhookView>(pathOf(webhook))).body, after)
    })
  }
})

test('a change updates updated_at and keeps created_at', async (t) => {
  const clock = fakeClock('2099-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const webhook = await registerWebhook(service, closedPort)
  clock.advance(1500)
  const { created_at, updated_at } = await change(service, webhook, { description: 'New' })
  assert.equal(created_at, '2099-01-31T12:00:00.000Z')
  assert.equal(updated_at, '2099-01-31T12:00:01.500Z')
})

test('null clears the description', async (t) => {
  const service = await startService(t)
  const webhook = await registerWebhook(service, closedPort, { description: 'Old' })
  assert.equal((await change(service, webhook, { description: null })).description, null)
})

test('id, organization and secret are read-only', async (t) => {
  const service = await startService(t)
  const webhook = await registerWebhook(service, closedPort)
  const before = (await service.get<WebhookView>(pathOf(webhook))).body
  const fixed = { id: 'wh_mine', organization_id: 'org_mine', secret: 'mine', failing_since: null }
  const after = await change(service, webhook, fixed)
  assert.deepEqual(after, { ...before, updated_at: after.updated_at })
})

test('changed events apply from then on, and waiting deliveries are still sent', async (t) => {
  const service = await startService(t)
  const webhook = await registerWebhook(service, closedPort, { events: ['qpr_code.created'] })
  const id = await plantDelivery(service, webhook.id, waiting)
  assert.deepEqual(await eventsForACode(service, webhook), ['qpr_code.created'])
  await change(service, webhook, { events: ['scan.created'] })
  assert.deepEqual(await eventsForACode(service, webhook), [])
  assert.equal((await deliveryOf(service, id)).status, 'pending')
  await change(service, webhook, { events: ['qpr_code.created', 'scan.created'] })
  assert.deepEqual(await eventsForACode(service, webhook), ['qpr_code.created'])
})

test('a deactivated webhook gets no more deliveries, and shows that it is paused', async (t) => {
  const service = await startService(t)
  const webhook = await registerWebhook(service, closedPort)
  const { active, inactive_reason } = await change(service, webhook, { active: false })
  assert.deepEqual({ active, inactive_reason }, { active: false, inactive_reason: 'paused' })
  assert.deepEqual(await eventsForACode(service, webhook), [])
})

test('deliveries that wait for a deactivated webhook are dropped, with a note', async (t) => {
  const service = await startService(t)
  const webhook = await registerWebhook(service, closedPort)
  const other = await registerWebhook(service, closedPort)
  const waits = await plantDelivery(service, webhook.id, waiting)
  const underWay = await plantDelivery(service, webhook.id, { ...waiting, claim: 'somebody' })
  const succeeded = await plantDelivery(service, webhook.id, { status: 'succeeded' })
  const ofAnother = await plantDelivery(service, other.id, waiting)
  await change(service, webhook, { active: false })
  for (const id of [waits, underWay]) {
    const { status, next_attempt_at, note } = await deliveryOf(service, id)
    assert.deepEqual([status, next_attempt_at], ['failed', null])
    assert.equal(note, 'Dropped: the webhook was deactivated.')
    const { due_at, claim } = await rowOf(service, id)
    assert.deepEqual({ due_at, claim }, { due_at: null, claim: null })
  }
  assert.equal((await deliveryOf(service, succeeded)).note, null)
  assert.equal((await deliveryOf(service, ofAnother)).status, 'pending')
})

test('a thousand waiting deliveries are dropped at once, the others when they are due', async (t) => {
  const service = await startOwnService(t)
  const webhook = await registerWebhook(service, closedPort)
  const times = Array.from({ length: 1200 }, (_, i) => Date.parse('2026-01-31T12:00:00Z') + i)
  await plantDeliveries(service, webhook.id, times, waiting)
  await change(service, webhook, { active: false })
  const pending = `${pathOf(webhook)}/deliveries?status=pending`
  const count = async () => (await service.get<{ total: number }>(pending)).body.total
  assert.equal(await count(), 200)
  await service.database.transaction(({ db }) =>
    db.updateTable('deliveries').set({ due_at: 1 }).where('due_at', 'is not', null).execute(),
  )
  service.database.signals.send({ kind: 'deliveries-due', webhookId: webhook.id })
  await eventually(async () => assert.equal(await count(), 0))
})

test('a reactivated webhook gets new events, and its failures are reset', async (t) => {
  const service = await startOwnService(t)
  const webhook = await registerWebhook(service, closedPort, { events: ['qpr_code.created'] })
  await service.database.transaction(({ db }) =>
    db
      .updateTable('webhooks')
      .set({ active: 0, inactive_reason: 'failing', failing_since: 1, warned_at: 2 })
      .execute(),
  )
  const { active, inactive_reason, failing_since } = await change(service, webhook, {
    active: true,
  })
  assert.deepEqual([active, inactive_reason, failing_since], [true, null, null])
  const { warned_at } = await service.database.db
    .selectFrom('webhooks')
    .select('warned_at')
    .executeTakeFirstOrThrow()
  assert.equal(warned_at, null)
  assert.deepEqual(await eventsForACode(service, webhook), ['qpr_code.created'])
})

test('repeating the current state changes nothing', async (t) => {
  const service = await startOwnService(t)
  const webhook = await registerWebhook(service, closedPort)
  const setRow = (columns: object) =>
    service.database.transaction(({ db }) => db.updateTable('webhooks').set(columns).execute())
  await setRow({ failing_since: Date.parse('2026-01-31T12:00:00Z') })
  const stillFailing = await change(service, webhook, { active: true })
  assert.equal(stillFailing.failing_since, '2026-01-31T12:00:00.000Z')
  await setRow({ active: 0, inactive_reason: 'failing' })
  const stillInactive = await change(service, webhook, { active: false })
  assert.equal(stillInactive.inactive_reason, 'failing')
})

test('changing an inactive webhook does not activate it', async (t) => {
  const service = await startService(t)
  const webhook = await registerWebhook(service, closedPort)
  await change(service, webhook, { active: false })
  const { active } = await change(service, webhook, { events: ['qpr_code.created'] })
  assert.equal(active, false)
  assert.deepEqual(await eventsForACode(service, webhook), [])
  await change(service, webhook, { active: true })
  assert.deepEqual(await eventsForACode(service, webhook), ['qpr_code.created'])
})

test('deleting a webhook answers 204; then it gets 404 and no more deliveries', async (t) => {
  const service = await startOwnService(t)
  const webhook = await registerWebhook(service, closedPort)
  const { status, text } = await service.delete(pathOf(webhook))
  assert.deepEqual([status, text], [204, ''])
  assert.equal((await service.get(pathOf(webhook))).status, 404)
  assert.equal((await service.delete(pathOf(webhook))).status, 404)
  await createCode(service)
  assert.equal(await countRows(service, 'deliveries'), 0)
  assert.equal(await countRows(service, 'webhook_subscriptions'), 0)
})

test('the deliveries of a deleted webhook can be read; waiting ones are dropped with a note', async (t) => {
  const service = await startService(t)
  const webhook = await registerWebhook(service, closedPort)
  const waits = await plantDelivery(service, webhook.id, waiting)
  const failed = await plantDelivery(service, webhook.id)
  await service.delete(pathOf(webhook))
  const dropped = await deliveryOf(service, waits)
  assert.deepEqual([dropped.status, dropped.next_attempt_at], ['failed', null])
  assert.equal(dropped.note, 'Dropped: the webhook was deleted.')
  const { webhook_id, note } = await deliveryOf(service, failed)
  assert.deepEqual({ webhook_id, note }, { webhook_id: webhook.id, note: null })
})
