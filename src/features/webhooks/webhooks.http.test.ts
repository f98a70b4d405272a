import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypes } from '#contract/event-types.ts'
import { countRows, createKey, createOrganization } from '../../../test/harness/data/given.ts'
import {
  closedPort,
  registerWebhook,
  type Webhook,
  type Webhooks,
  type WebhookView,
} from '../../../test/harness/receivers/webhooks.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

const pathOf = ({ id }: { id: string }) => `/v1/webhooks/${id}`

const retrieve = async (service: Service, webhook: Webhook) =>
  (await service.get<WebhookView>(pathOf(webhook))).body

const list = async (service: Service, query = '') =>
  (await service.get<Webhooks>(`/v1/webhooks${query}`)).body

test('registering a webhook answers 200 with exactly the fields of the contract', async (t) => {
  const service = await startService(t, { clock: fakeClock('2099-01-31T12:00:00.007Z') })
  const input = { url: closedPort, events: ['scan.created'], description: 'Loyalty' }
  const { status, body } = await service.post<Webhook>('/v1/webhooks', input)
  assert.equal(status, 200)
  assert.match(body.id, /^wh_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.deepEqual(body, {
    id: body.id,
    url: closedPort,
    events: ['scan.created'],
    secret: body.secret,
    active: true,
    created_at: '2099-01-31T12:00:00.007Z',
  })
})

test('the secret is whsec_ and base64 of 32 bytes, different for each webhook', async (t) => {
  const service = await startService(t)
  const secrets = new Set<string>()
  for (let i = 0; i < 3; i++) {
    const { secret } = await registerWebhook(service, closedPort)
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
    secrets.add(secret)
  }
  assert.equal(secrets.size, 3)
})

test('the secret is stored encrypted', async (t) => {
  const service = await startOwnService(t)
  const { secret } = await registerWebhook(service, closedPort)
  const row = await service.database.db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow()
  assert.ok(!JSON.stringify(row).includes(secret.slice(6)))
  assert.equal(service.internals.secrets.decrypt(row.secret), secret)
})

test('without events a webhook gets all five', async (t) => {
  const service = await startService(t)
  const { events } = await registerWebhook(service, closedPort)
  assert.deepEqual(events, [
    'scan.created',
    'conversation.completed',
    'qpr_code.created',
    'subscription.upgraded',
    'subscription.cancelled',
  ])
})

test('events keep the given order', async (t) => {
  const service = await startService(t)
  const given = eventTypes.toReversed()
  const webhook = await registerWebhook(service, closedPort, { events: given })
  assert.deepEqual(webhook.events, given)
  assert.deepEqual((await retrieve(service, webhook)).events, given)
})

test('the url is stored as sent', async (t) => {
  const service = await startService(t)
  const urls = [
    'HTTP://127.0.0.1:9',
    'http://127.0.0.1:9/a/../b/%7Ec?token=a%20b&x=%ZZ#part',
    'https://münchen.example/straße',
    'http://[::1]:9/',
  ]
  for (const url of urls) {
    const webhook = await registerWebhook(service, url)
    assert.equal(webhook.url, url)
    assert.equal((await retrieve(service, webhook)).url, url)
  }
})

test('a webhook belongs to the default organization, or to the given one, by id or slug', async (t) => {
  const service = await startService(t)
  const { id, slug } = await createOrganization(service)
  const organizationOf = async (fields: object) =>
    (await retrieve(service, await registerWebhook(service, closedPort, fields))).organization_id
  assert.equal(await organizationOf({}), await service.defaultOrganizationId())
  assert.equal(await organizationOf({ organization_id: id }), id)
  assert.equal(await organizationOf({ organization_id: slug }), id)
})

test('the webhook of a restricted key belongs to the organization of the key', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const { key } = await createKey(service, { organization_id: id })
  const { body } = await service.post<Webhook>('/v1/webhooks', { url: closedPort }, { key })
  assert.equal((await retrieve(service, body)).organization_id, id)
})

test('the detail view has every field but the secret', async (t) => {
  const service = await startService(t, { clock: fakeClock('2099-01-31T12:00:00Z') })
  const webhook = await registerWebhook(service, closedPort, { description: ' Loyalty 🏨 ' })
  assert.deepEqual(await retrieve(service, webhook), {
    id: webhook.id,
    organization_id: await service.defaultOrganizationId(),
    url: closedPort,
    description: ' Loyalty 🏨 ',
    events: webhook.events,
    active: true,
    inactive_reason: null,
    failing_since: null,
    former_secret_expires_at: null,
    created_at: '2099-01-31T12:00:00.000Z',
    updated_at: '2099-01-31T12:00:00.000Z',
  })
})

test('the default description is null, and null is accepted', async (t) => {
  const service = await startService(t)
  for (const fields of [{}, { description: null }]) {
    const webhook = await registerWebhook(service, closedPort, fields)
    assert.equal((await retrieve(service, webhook)).description, null)
  }
})

test('unknown fields are ignored', async (t) => {
  const service = await startService(t)
  const fields = { id: 'wh_mine', secret: 'mine', active: false, colour: 'red' }
  const webhook = await registerWebhook(service, closedPort, fields)
  assert.notEqual(webhook.id, 'wh_mine')
  assert.notEqual(webhook.secret, 'mine')
  assert.equal(webhook.active, true)
})

test('the list shows the details of the webhooks of one organization, newest first', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const first = await registerWebhook(service, closedPort)
  const elsewhere = await registerWebhook(service, closedPort, { organization_id: id })
  const second = await registerWebhook(service, closedPort)
  assert.deepEqual(await list(service), {
    webhooks: [await retrieve(service, second), await retrieve(service, first)],
    total: 2,
    limit: 20,
    offset: 0,
  })
  const { webhooks, total } = await list(service, `?organization_id=${id}`)
  assert.deepEqual([webhooks, total], [[await retrieve(service, elsewhere)], 1])
})

test('the list is paged by limit and offset', async (t) => {
  const service = await startService(t)
  const all: string[] = []
  for (let i = 0; i < 5; i++) all.unshift((await registerWebhook(service, closedPort)).id)
  const page = await list(service, '?limit=2&offset=1')
  assert.deepEqual(
    page.webhooks.map(({ id }) => id),
    all.slice(1, 3),
  )
  assert.deepEqual([page.total, page.limit, page.offset], [5, 2, 1])
  assert.deepEqual((await list(service, '?offset=5')).webhooks, [])
})

test('a repeated request with the same Idempotency-Key registers no second webhook, and gets the secret', async (t) => {
  const service = await startOwnService(t)
  const register = () =>
    service.post('/v1/webhooks', { url: closedPort }, { headers: { 'Idempotency-Key': 'a' } })
  const first = await register()
  const again = await register()
  assert.equal(again.text, first.text)
  assert.equal(await countRows(service, 'webhooks'), 1)
})

test('an unknown webhook gets 404, in any format of its id', async (t) => {
  const service = await startService(t)
  for (const id of ['wh_01JB0000000000000000000000', '%00', 'a'.repeat(200), '%F0%9F%8F%A8']) {
    const path = `/v1/webhooks/${id}`
    const since = '2026-01-31T12:00:00Z'
    const answers = await Promise.all([
      service.get(path),
      service.patch(path, { active: false }),
      service.delete(path),
      service.post(`${path}/rotate-secret`),
      service.post(`${path}/test`),
      service.get(`${path}/deliveries`),
      service.post(`${path}/replay`, { since }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(7).fill(404),
    )
  }
})
