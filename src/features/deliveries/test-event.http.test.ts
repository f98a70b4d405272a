import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import type { Static } from 'typebox'
import { eventTypes } from '#contract/event-types.ts'
import { assertInvalid, assertRefused } from '../../../test/harness/checks/refusals.ts'
import { countRows } from '../../../test/harness/data/given.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { closedPort, registerWebhook } from '../../../test/harness/receivers/webhooks.ts'
import { fakeClock, startService } from '../../../test/harness/service/shared.ts'
import { sampleOf } from '../events/event-schemas.ts'
import type { TestResult } from '../webhooks/webhooks.schema.ts'

type Result = Static<typeof TestResult>

const start = async (t: TestContext) => {
  const service = await startService(t, { clock: fakeClock('2099-01-31T12:00:00Z') })
  const receiver = await startReceiver(t, { status: 200, body: 'thank you' })
  const webhook = await registerWebhook(service, `${receiver.url}/hooks?a=b`)
  const path = `/v1/webhooks/${webhook.id}`
  const send = async (body?: object) => {
    const answer = await service.post<Result>(`${path}/test`, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  return { service, receiver, webhook, path, send }
}

test('a test answers with exactly the request and the response', async (t) => {
  const { receiver, webhook, send } = await start(t)
  const { delivered, request, response } = await send()
  assert.equal(delivered, true)
  const [received] = receiver.requests
  assert.ok(received)
  assert.equal(receiver.requests.length, 1)
  assert.deepEqual([received.method, received.path], ['POST', '/hooks?a=b'])
  assert.equal(request.url, webhook.url)
  assert.equal(request.body, received.body)
  for (const [name, value] of Object.entries(request.headers)) {
    assert.equal(received.headers[name.toLowerCase()], value, name)
  }
  const { duration_ms } = response
  assert.deepEqual(response, { status: 200, body: 'thank you', duration_ms, error: null })
})

test('a test has the signature and headers of a delivery, and a mark', async (t) => {
  const { receiver, webhook, send } = await start(t)
  await send()
  const { headers, raw, body } = receiver.requests[0] ?? assert.fail()
  const { id } = JSON.parse(body)
  const signature = createHmac('sha256', webhook.secret).update(raw).digest('hex')
  assert.equal(headers['x-service-signature'], `sha256=${signature}`)
  assert.equal(headers['x-service-test'], 'true')
  assert.equal(headers['x-service-event'], 'webhook.test')
  assert.equal(headers['x-service-attempt'], '1')
  assert.match(String(headers['x-service-delivery']), /^dlv_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.equal(headers['webhook-id'], id)
  assert.match(String(headers['webhook-signature']), /^v1,/)
  assert.equal(headers['user-agent'], 'QPR-Webhooks/1')
  assert.equal(headers['content-type'], 'application/json')
})

test('the default event of a test is webhook.test', async (t) => {
  const { webhook, send } = await start(t)
  for (const body of [undefined, {}]) {
    const event = JSON.parse((await send(body)).request.body)
    assert.match(event.id, /^evt_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.equal(typeof event.data.message, 'string')
    assert.deepEqual(event, {
      event: 'webhook.test',
      id: event.id,
      created_at: '2099-01-31T12:00:00.000Z',
      data: { test: true, webhook_id: webhook.id, message: event.data.message },
    })
  }
})

test('a test with an event sends a marked sample of it, subscribed or not', async (t) => {
  const { service, path, send } = await start(t)
  await service.patch(path, { events: ['scan.created'] })
  for (const type of eventTypes) {
    const { request } = await send({ event: type })
    const { event, data } = JSON.parse(request.body)
    assert.deepEqual({ event, data }, { event: type, data: { ...sampleOf(type), test: true } })
    assert.equal(request.headers['X-Service-Event'], type)
  }
})

test('a test is not stored, retried or counted', async (t) => {
  const { service, receiver, path, send } = await start(t)
  receiver.answerWith(500)
  const before = (await service.get(path)).text
  await send()
  assert.deepEqual(
    await Promise.all([
      countRows(service, 'events'),
      countRows(service, 'deliveries'),
      countRows(service, 'delivery_attempts'),
    ]),
    [0, 0, 0],
  )
  assert.equal((await service.get(path)).text, before)
})

test('a test reports a receiver that refuses, with its response', async (t) => {
  const { receiver, send } = await start(t)
  receiver.answerWith({ status: 418, body: 'short and stout' })
  const { delivered, response } = await send()
  assert.equal(delivered, false)
  assert.deepEqual([response.status, response.body], [418, 'short and stout'])
  assert.match(response.error ?? '', /418/)
})

test('a test reports an unreachable receiver', async (t) => {
  const { service, path, send } = await start(t)
  await service.patch(path, { url: closedPort })
  const { delivered, response } = await send()
  assert.equal(delivered, false)
  assert.deepEqual([response.status, response.body], [null, null])
  assert.ok(response.error)
})

test('an inactive webhook can be tested', async (t) => {
  const { service, path, send } = await start(t)
  await service.patch(path, { active: false })
  assert.equal((await send()).delivered, true)
})

test('a repeated request with the same Idempotency-Key sends nothing, and gets the first response', async (t) => {
  const { service, receiver, path } = await start(t)
  const again = () =>
    service.post(`${path}/test`, undefined, { headers: { 'Idempotency-Key': 'a' } })
  const [first, second] = [await again(), await again()]
  assert.equal(second.text, first.text)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(receiver.requests.length, 1)
})

test('the same Idempotency-Key with another body gets 422, and nothing is sent', async (t) => {
  const { service, receiver, path } = await start(t)
  const headers = { 'Idempotency-Key': 'a' }
  await service.post(`${path}/test`, {}, { headers })
  const answer = await service.post(`${path}/test`, { event: 'scan.created' }, { headers })
  assertRefused(answer, { status: 422, code: 'idempotency_key_reused' })
  assert.equal(receiver.requests.length, 1)
})

test('other requests are answered while a receiver is slow', async (t) => {
  const { service, receiver, path } = await start(t)
  let answer = () => {}
  receiver.handleWith((_, response) => {
    answer = () => response.end()
  })
  const slow = service.post<Result>(`${path}/test`)
  await receiver.waitFor(1)
  assert.equal((await service.patch(path, { description: 'Meanwhile' })).status, 200)
  answer()
  assert.equal((await slow).body.delivered, true)
})

test('an unknown event gets 422, and nothing is sent', async (t) => {
  const { service, receiver, path } = await start(t)
  for (const event of ['webhook.test', 'scan.deleted', '', null, 1, ['scan.created']]) {
    assertInvalid(await service.post(`${path}/test`, { event }), 'event')
  }
  assert.equal(receiver.requests.length, 0)
})
