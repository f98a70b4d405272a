import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { countRows, createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { plantDeliveries, plantDelivery, waiting } from '../../../test/harness/data/planted.ts'
import {
  closedPort,
  deliveryOf,
  registerWebhook,
} from '../../../test/harness/receivers/webhooks.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { tidy } from '../../service/janitor.ts'

const start = async (t: TestContext) => {
  const clock = fakeClock('2099-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const webhook = await registerWebhook(service, closedPort, { events: ['scan.created'] })
  return { clock, service, webhook, before: clock.now() - 30 * dayMs }
}

/** One round of the work that the service does at its start and every hour. */
const cleanUp = ({ internals, config }: Service) => tidy(internals, config)

const plantAttempt = ({ database }: Service, delivery_id: string) =>
  database.transaction(({ db }) =>
    db
      .insertInto('delivery_attempts')
      .values({
        delivery_id,
        number: 1,
        started_at: 1,
        duration_ms: 1,
        status: 500,
        error: 'The receiver answered with status 500.',
        response_body: 'not now',
      })
      .execute(),
  )

const counts = (service: Service) =>
  Promise.all([
    countRows(service, 'deliveries'),
    countRows(service, 'delivery_attempts'),
    countRows(service, 'events'),
  ])

test('deliveries, attempts and events are kept for 30 days', async (t) => {
  const { service, webhook, before } = await start(t)
  for (const id of await plantDeliveries(service, webhook.id, [before - 1, before])) {
    await plantAttempt(service, id)
  }
  assert.deepEqual(await counts(service), [2, 2, 2])
  await cleanUp(service)
  assert.deepEqual(await counts(service), [1, 1, 1])
})

test('expired rows are deleted in any number', async (t) => {
  const { service, webhook, before } = await start(t)
  // More than one step deletes.
  const times = Array.from({ length: 1200 }, (_, i) => before - 1 - i)
  await plantDeliveries(service, webhook.id, times)
  await cleanUp(service)
  assert.deepEqual(await counts(service), [0, 0, 0])
})

test('an event without a delivery is deleted too', async (t) => {
  const { clock, service } = await start(t)
  await createCode(service)
  assert.equal(await countRows(service, 'events'), 1)
  clock.advance(30 * dayMs)
  await cleanUp(service)
  assert.equal(await countRows(service, 'events'), 1)
  clock.advance(1)
  await cleanUp(service)
  assert.equal(await countRows(service, 'events'), 0)
})

test('a waiting delivery stays, and so does its event', async (t) => {
  const { service, webhook, before } = await start(t)
  const id = await plantDelivery(service, webhook.id, { ...waiting, at: before - 2 })
  await plantDeliveries(service, webhook.id, [before - 3, before - 1])
  await cleanUp(service)
  const { status, request } = await deliveryOf(service, id)
  assert.equal(status, 'pending')
  assert.ok(request.includes('qpr_code.created'))
  assert.equal(await countRows(service, 'deliveries'), 1)
})

test('a deleted organization takes only its own webhooks, deliveries and attempts with it', async (t) => {
  const { service, webhook } = await start(t)
  const { id } = await createOrganization(service)
  const within = { organization_id: id }
  const leaving = await registerWebhook(service, closedPort, within)
  const deleted = await registerWebhook(service, closedPort, within)
  // At the same time, so that their ids begin alike.
  await plantAttempt(service, await plantDelivery(service, webhook.id))
  await plantAttempt(service, await plantDelivery(service, leaving.id, within))
  await plantAttempt(service, await plantDelivery(service, deleted.id, { ...within, at: 1 }))
  await service.delete(`/v1/webhooks/${deleted.id}`)
  assert.deepEqual(await counts(service), [3, 3, 3])
  assert.equal((await service.delete(`/v1/organizations/${id}`)).status, 204)
  assert.deepEqual(await counts(service), [1, 1, 1])
  assert.equal(await countRows(service, 'webhooks'), 1)
  assert.equal(await countRows(service, 'webhook_subscriptions'), 1)
})
