import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import {
  deliveriesOf,
  deliveryOf,
  registerWebhook,
  settledDelivery,
} from '../../../test/harness/receivers/webhooks.ts'
import { startService } from '../../../test/harness/service/service.ts'

// The schedule, with shorter waits.
const fast = { QPR_WEBHOOK_RETRY_SECONDS: '0.05,0.1,0.1,0.15,0.2' }

test('each event is a POST with a JSON body to the registered url, signed over the raw bytes', async (t) => {
  const service = await startService(t)
  const receiver = await startReceiver(t)
  const webhook = await registerWebhook(service, `${receiver.url}/hooks?shop=7`)
  const code = await createCode(service, { name: 'Zoë ☕', metadata: { table: '12' } })
  const [received] = await receiver.waitFor(1)
  assert.ok(received)
  assert.equal(received.method, 'POST')
  assert.equal(received.path, '/hooks?shop=7')
  const body = JSON.parse(received.body)
  assert.deepEqual(Object.keys(body), ['event', 'id', 'created_at', 'data'])
  assert.equal(body.event, 'qpr_code.created')
  assert.match(body.id, /^evt_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.deepEqual(body.data, code)

  const { headers } = received
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['user-agent'], 'QPR-Webhooks/1')
  assert.equal(headers['x-service-event'], 'qpr_code.created')
  assert.match(String(headers['x-service-delivery']), /^dlv_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.equal(headers['x-service-attempt'], '1')
  const expected = createHmac('sha256', webhook.secret).update(received.raw).digest('hex')
  assert.equal(headers['x-service-signature'], `sha256=${expected}`)
  assert.equal(headers['webhook-id'], body.id)
  const verified = new Verifier(webhook.secret).verify(received.body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  })
  assert.deepEqual(verified, body)
})

test('a scan arrives as scan.created with exactly the fields of the contract', async (t) => {
  const service = await startService(t)
  const receiver = await startReceiver(t)
  await registerWebhook(service, receiver.url, { events: ['scan.created'] })
  const code = await createCode(service, { metadata: { table: 12 } })
  await (await fetch(`${service.address}/s/${code.short_id}`)).text()
  const [received] = await receiver.waitFor(1)
  const { event, data } = JSON.parse(received?.body ?? '')
  assert.equal(event, 'scan.created')
  const { scan_id, scanned_at, ...rest } = data
  assert.equal(typeof scan_id, 'number')
  assert.ok(Math.abs(Date.parse(scanned_at) - Date.now()) < 10_000)
  assert.deepEqual(rest, { qpr_code_id: code.id, short_id: code.short_id, metadata: { table: 12 } })
})

test('a webhook gets its subscribed events of its own organization', async (t) => {
  const service = await startService(t)
  const [wanted, other] = [await startReceiver(t), await startReceiver(t)]
  await registerWebhook(service, wanted.url, { events: ['qpr_code.created'] })
  await registerWebhook(service, other.url, { events: ['conversation.completed'] })
  const elsewhere = await createOrganization(service)
  await registerWebhook(service, other.url, { organization_id: elsewhere.id })
  const code = await createCode(service)
  await (await fetch(`${service.address}/s/${code.short_id}`)).text()
  const last = await createCode(service)
  const received = await wanted.waitFor(2)
  const ids = received.map(({ body }) => JSON.parse(body).data.id)
  assert.deepEqual(ids.sort(), [code.id, last.id].sort())
  assert.deepEqual(other.requests, [])
})

test('a response other than 2xx is retried after each wait, counted from the end of the attempt, and then the delivery fails', async (t) => {
  const service = await startService(t, { settings: fast })
  const receiver = await startReceiver(t)
  receiver.answerWith(500)
  const webhook = await registerWebhook(service, receiver.url)
  await createCode(service)
  const delivery = await settledDelivery(service, webhook.id)
  assert.equal(delivery.status, 'failed')
  assert.equal(delivery.attempts_count, 6)
  assert.equal(delivery.next_attempt_at, null)
  assert.equal(delivery.last_status, 500)
  assert.equal(receiver.requests.length, 6)
  assert.equal(new Set(receiver.requests.map(({ body }) => body)).size, 1, 'the same bytes')
  const numbers = receiver.requests.map(({ headers }) => headers['x-service-attempt'])
  assert.deepEqual(numbers, ['1', '2', '3', '4', '5', '6'])
  const { attempts } = await deliveryOf(service, delivery.id)
  const waits = attempts.slice(1).map((attempt, i) => {
    const before = attempts[i]
    assert.ok(before)
    return Date.parse(attempt.started_at) - Date.parse(before.started_at) - before.duration_ms
  })
  // Sooner than the next sweep would find it.
  for (const [i, leastMs] of [50, 100, 100, 150, 200].entries()) {
    const waitMs = waits[i] ?? 0
    assert.ok(waitMs >= leastMs && waitMs < leastMs + 4000, `wait ${i}: ${waitMs} ms`)
  }
})

test('the waits are 5 s, 30 s, 2 min, 10 min and 1 h', async (t) => {
  const service = await startService(t)
  const receiver = await startReceiver(t)
  receiver.answerWith(503)
  const webhook = await registerWebhook(service, receiver.url)
  await createCode(service)
  await receiver.waitFor(1)
  const [pending] = await eventually(async () => {
    const found = await deliveriesOf(service, webhook.id)
    assert.equal(found[0]?.attempts_count, 1)
    return found
  })
  const { attempts } = await deliveryOf(service, pending?.id ?? '')
  const [first] = attempts
  assert.ok(first)
  const endedAt = Date.parse(first.started_at) + first.duration_ms
  assert.equal(Date.parse(pending?.next_attempt_at ?? '') - endedAt, 5000)
  assert.deepEqual(service.config.QPR_WEBHOOK_RETRY_SECONDS, [5, 30, 120, 600, 3600])
})

test('a success after failures ends the retries', async (t) => {
  const service = await startService(t, { settings: fast })
  const receiver = await startReceiver(t)
  receiver.answerWith((_request, n) => (n < 3 ? 404 : 204))
  const webhook = await registerWebhook(service, receiver.url)
  await createCode(service)
  const delivery = await settledDelivery(service, webhook.id)
  assert.equal(delivery.status, 'succeeded')
  const { attempts } = await deliveryOf(service, delivery.id)
  assert.deepEqual(
    attempts.map(({ number, status }) => [number, status]),
    [
      [1, 404],
      [2, 404],
      [3, 204],
    ],
  )
})

test('a delivery that cannot be sent fails alone', async (t) => {
  const service = await startService(t, { settings: fast })
  const receiver = await startReceiver(t)
  const poisoned = await registerWebhook(service, receiver.url)
  const healthy = await registerWebhook(service, receiver.url)
  await service.database.transaction(async ({ db }) => {
    await db
      .updateTable('webhooks')
      .set({ secret: 'no longer readable' })
      .where('id', '=', poisoned.id)
      .execute()
  })
  await createCode(service)
  assert.equal((await settledDelivery(service, healthy.id)).status, 'succeeded')
  const failed = await settledDelivery(service, poisoned.id)
  assert.equal(failed.status, 'failed')
  assert.equal(failed.last_status, null)
})

test('one event goes to very many webhooks', async (t) => {
  // Several claims of the dispatcher.
  const count = 200
  // On a busy machine they take long, and deliveries that time out would be sent again.
  const service = await startService(t, { settings: { QPR_WEBHOOK_TIMEOUT_MS: '60000' } })
  const receiver = await startReceiver(t)
  const organizationId = await service.defaultOrganizationId()
  const { secret } = await registerWebhook(service, receiver.url, { events: ['scan.created'] })
  assert.ok(secret)
  await service.database.transaction(async ({ db }) => {
    const known = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow()
    for (let first = 0; first < count; first += 100) {
      const ids = Array.from({ length: 100 }, (_, n) => `wh_${String(first + n).padStart(26, '0')}`)
      const subscription = { organization_id: organizationId, event: 'qpr_code.created' } as const
      await db
        .insertInto('webhooks')
        .values(ids.map((id) => ({ ...known, id })))
        .execute()
      await db
        .insertInto('webhook_subscriptions')
        .values(ids.map((id) => ({ ...subscription, webhook_id: id })))
        .execute()
    }
  })
  await createCode(service)
  const received = await receiver.waitFor(count)
  assert.equal(new Set(received.map(({ body }) => body)).size, 1)
  assert.equal(new Set(received.map(({ headers }) => headers['x-service-delivery'])).size, count)
})

test('a receiver that hangs does not delay others', async (t) => {
  const settings = { QPR_WEBHOOK_TIMEOUT_MS: '30000' }
  const service = await startService(t, { settings })
  const [dead, healthy] = [await startReceiver(t), await startReceiver(t)]
  dead.handleWith(() => undefined)
  await registerWebhook(service, dead.url)
  await registerWebhook(service, healthy.url)
  const startedAt = performance.now()
  for (let n = 0; n < 40; n++) await createCode(service)
  await healthy.waitFor(40)
  assert.ok(performance.now() - startedAt < 30_000, 'before the first time-out of the other')
  assert.ok(dead.requests.length >= 16)
  // The service need not wait for it when it stops.
  dead.server.closeAllConnections()
})

test('a webhook has at most 64 concurrent attempts, and 4 while it is failing', async (t) => {
  const settings = { QPR_WEBHOOK_RETRY_SECONDS: '3600' }
  const service = await startService(t, { settings })
  const receiver = await startReceiver(t)
  let underWay = 0
  let maximum = 0
  let answer = 200
  const full = Promise.withResolvers<void>()
  receiver.handleWith(async (_request, response) => {
    underWay += 1
    maximum = Math.max(maximum, underWay)
    if (underWay === 64) full.resolve()
    await full.promise
    setTimeout(() => {
      underWay -= 1
      response.writeHead(answer).end()
    }, 20)
  })
  await registerWebhook(service, receiver.url)
  const create = async (codes: number) => {
    const many = Array.from({ length: codes }, (_, n) => ({
      name: `Table ${n}`,
      prompt: 'A host.',
    }))
    const { status } = await service.post('/v1/qpr-codes/bulk', { codes: many })
    assert.equal(status, 200)
  }
  const before = 200
  await create(before)
  await receiver.waitFor(before)
  assert.equal(maximum, 64)
  answer = 500
  await create(160)
  // By then the last attempts from before the failures have ended.
  await receiver.waitFor(before + 140)
  maximum = 0
  await receiver.waitFor(before + 160)
  assert.ok(maximum <= 4, `${maximum} under way`)
})
