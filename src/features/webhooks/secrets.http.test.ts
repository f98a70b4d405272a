import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import {
  closedPort,
  registerWebhook,
  type Webhook,
  type WebhookView,
} from '../../../test/harness/receivers/webhooks.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/shared.ts'
import { dayMs, secondMs } from '../../platform/kit/clock.ts'

interface Rotated extends Webhook {
  former_secret_expires_at: string | null
}

const rotate = async (service: Service, { id }: { id: string }, body?: object) => {
  const answer = await service.post<Rotated>(`/v1/webhooks/${id}/rotate-secret`, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const viewOf = async (service: Service, { id }: { id: string }) =>
  (await service.get<WebhookView>(`/v1/webhooks/${id}`)).body

const start = async (t: TestContext) => {
  const clock = fakeClock('2099-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const receiver = await startReceiver(t)
  const webhook = await registerWebhook(service, receiver.url)
  /** The secret that signs the deliveries now. */
  const signedWith = async (...secrets: string[]) => {
    const count = receiver.requests.length
    await service.post(`/v1/webhooks/${webhook.id}/test`)
    const { raw, headers } = (await receiver.waitFor(count + 1))[count] ?? assert.fail()
    const own = (secret: string) =>
      `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`
    const standard = (secret: string) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
    }
    const signatures = String(headers['webhook-signature']).split(' ')
    return {
      own: secrets.filter((secret) => own(secret) === headers['x-service-signature']),
      standard: secrets.filter((secret) => signatures.includes(standard(secret))),
    }
  }
  return { clock, service, webhook, signedWith }
}

test('a rotation answers with a new secret, once, and with the end of the grace period', async (t) => {
  const { service, webhook } = await start(t)
  const rotated = await rotate(service, webhook, { grace_seconds: 60 })
  assert.match(rotated.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(rotated.secret, webhook.secret)
  assert.deepEqual(rotated, {
    ...webhook,
    secret: rotated.secret,
    former_secret_expires_at: '2099-01-31T12:01:00.000Z',
  })
  const view = await viewOf(service, webhook)
  assert.equal(view.former_secret_expires_at, '2099-01-31T12:01:00.000Z')
  assert.ok(!('secret' in view))
})

test('the former secret signs until the grace period ends, then the new one; Standard Webhooks gets both', async (t) => {
  const { clock, service, webhook, signedWith } = await start(t)
  const former = webhook.secret
  const { secret } = await rotate(service, webhook, { grace_seconds: 60 })
  clock.advance(60 * secondMs - 1)
  assert.deepEqual(await signedWith(former, secret), { own: [former], standard: [former, secret] })
  clock.advance(1)
  assert.deepEqual(await signedWith(former, secret), { own: [secret], standard: [secret] })
  assert.equal((await viewOf(service, webhook)).former_secret_expires_at, null)
})

test('the default grace period is a day, with or without a body', async (t) => {
  const { clock, service, webhook } = await start(t)
  for (const body of [undefined, {}]) {
    const { former_secret_expires_at } = await rotate(service, webhook, body)
    assert.equal(Date.parse(former_secret_expires_at ?? ''), clock.now() + dayMs)
  }
})

test('without a grace period the new secret signs at once', async (t) => {
  const { service, webhook, signedWith } = await start(t)
  const rotated = await rotate(service, webhook, { grace_seconds: 0 })
  assert.equal(rotated.former_secret_expires_at, null)
  assert.deepEqual(await signedWith(webhook.secret, rotated.secret), {
    own: [rotated.secret],
    standard: [rotated.secret],
  })
})

test('a second rotation within a grace period drops the oldest secret', async (t) => {
  const { service, webhook, signedWith } = await start(t)
  const second = await rotate(service, webhook)
  const third = await rotate(service, webhook)
  assert.deepEqual(await signedWith(webhook.secret, second.secret, third.secret), {
    own: [second.secret],
    standard: [second.secret, third.secret],
  })
})

test('an invalid grace period gets 422, and the secret stays', async (t) => {
  const service = await startService(t)
  const { id } = await registerWebhook(service, closedPort)
  const secretOf = () => service.database.db.selectFrom('webhooks').select('secret').execute()
  const before = await secretOf()
  for (const grace_seconds of [-1, 604_801, 1.5, '60', null, [60]]) {
    const answer = await service.post(`/v1/webhooks/${id}/rotate-secret`, { grace_seconds })
    assertInvalid(answer, 'grace_seconds')
  }
  assert.deepEqual(await secretOf(), before)
  await rotate(service, { id }, { grace_seconds: 604_800 })
})
