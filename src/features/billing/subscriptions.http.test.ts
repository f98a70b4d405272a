import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createOrganization } from '../../../test/harness/data/given.ts'
import {
  choosePlan,
  mailsWritten,
  type Subscription,
  startLimited,
  subscriptionPath,
} from '../../../test/harness/providers/billing.ts'
import type { EventBody } from '../../../test/harness/receivers/events.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { registerWebhook } from '../../../test/harness/receivers/webhooks.ts'
import type { ProblemBody } from '../../../test/harness/service/client.ts'
import type { Service } from '../../../test/harness/service/service.ts'
import { minuteMs } from '../../platform/kit/clock.ts'

const start = async (t: TestContext) => {
  const { service, clock } = await startLimited(t, {})
  return { service, clock, path: await subscriptionPath(service) }
}

/** Oldest first. */
const eventsOf = async (service: Service): Promise<EventBody[]> => {
  const { body } = await service.get<{ events: EventBody[] }>('/v1/events?limit=100')
  return body.events.filter(({ event }) => event.startsWith('subscription.')).reverse()
}

/** The type of the event, and its plans. */
const changesOf = async (service: Service) =>
  (await eventsOf(service)).map(
    ({ event, data }) => `${event.slice(13)} ${data.previous_plan}→${data.plan}`,
  )

const planOf = async (service: Service) => {
  const id = await service.defaultOrganizationId()
  const { body } = await service.get<{ plan: string }>(`/v1/organizations/${id}`)
  return body.plan
}

const userWith = async ({ database }: Service, email: string) =>
  await database.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

test('an organization without a subscription has the plan free', async (t) => {
  const { service, path } = await start(t)
  const { status, body } = await service.get<Subscription>(path)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    plan: 'free',
    status: 'active',
    provider: 'manual',
    current_period_end: null,
    cancel_at: null,
  })
})

test('a chosen plan takes effect at once, and the response is the subscription', async (t) => {
  const { service, path } = await start(t)
  const chosen = await choosePlan(service, 'starter')
  assert.deepEqual(chosen, {
    plan: 'starter',
    status: 'active',
    provider: 'manual',
    current_period_end: null,
    cancel_at: null,
  })
  assert.deepEqual((await service.get(path)).body, chosen)
  assert.equal(await planOf(service), 'starter')
})

test('an upgrade is an event with the user and the time from which it applies', async (t) => {
  const { service, clock } = await start(t)
  const receiver = await startReceiver(t)
  await registerWebhook(service, receiver.url, { events: ['subscription.upgraded'] })
  const organizationId = await service.defaultOrganizationId()
  const key = await service.keyOf('owner', organizationId, 'Lena@example.com')
  const lena = await userWith(service, 'Lena@example.com')
  const path = await subscriptionPath(service)
  clock.advance(minuteMs)
  await service.request('PUT', path, { key, body: { plan: 'starter' } })
  const [event, ...others] = await eventsOf(service)
  assert.deepEqual(others, [])
  assert.deepEqual(event, {
    event: 'subscription.upgraded',
    id: event?.id,
    created_at: '2099-06-15T12:01:00.000Z',
    data: {
      organization_id: organizationId,
      plan: 'starter',
      previous_plan: 'free',
      user_id: lena.id,
      email: 'Lena@example.com',
      effective_at: '2099-06-15T12:01:00.000Z',
    },
  })
  const [received] = await receiver.waitFor(1)
  assert.deepEqual(JSON.parse(received?.body ?? ''), event)
  assert.equal(received?.headers['x-service-event'], 'subscription.upgraded')
})

test('a cancellation is an event with the plan that ended', async (t) => {
  const { service, path } = await start(t)
  const receiver = await startReceiver(t)
  await choosePlan(service, 'professional')
  await registerWebhook(service, receiver.url, { events: ['subscription.cancelled'] })
  const cancelled = await service.delete<Subscription>(path)
  assert.equal(cancelled.status, 200)
  assert.deepEqual(cancelled.body, {
    plan: 'free',
    status: 'cancelled',
    provider: 'manual',
    current_period_end: null,
    cancel_at: null,
  })
  assert.equal(await planOf(service), 'free')
  const [, event] = await eventsOf(service)
  const owner = await userWith(service, 'owner@localhost')
  assert.deepEqual(event, {
    event: 'subscription.cancelled',
    id: event?.id,
    created_at: '2099-06-15T12:00:00.000Z',
    data: {
      organization_id: await service.defaultOrganizationId(),
      plan: 'free',
      previous_plan: 'professional',
      user_id: owner.id,
      email: 'owner@localhost',
      effective_at: '2099-06-15T12:00:00.000Z',
    },
  })
  const [received] = await receiver.waitFor(1)
  assert.deepEqual(JSON.parse(received?.body ?? ''), event)
})

test('each upgrade is an event, a downgrade to a paid plan is not', async (t) => {
  const { service } = await start(t)
  for (const plan of ['starter', 'professional', 'starter', 'enterprise'] as const) {
    await choosePlan(service, plan)
  }
  assert.deepEqual(await changesOf(service), [
    'upgraded free→starter',
    'upgraded starter→professional',
    'upgraded starter→enterprise',
  ])
})

test('choosing free cancels, and repeating it has no effect', async (t) => {
  const { service, path } = await start(t)
  await choosePlan(service, 'starter')
  await choosePlan(service, 'free')
  const changes = ['upgraded free→starter', 'cancelled starter→free']
  assert.deepEqual(await changesOf(service), changes)
  await choosePlan(service, 'free')
  for (let n = 0; n < 2; n++) assert.equal((await service.delete(path)).status, 200)
  assert.deepEqual(await changesOf(service), changes)
  assert.equal((await mailsWritten(service)).length, 2)
})

test('cancelling without a subscription has no effect', async (t) => {
  const { service, path } = await start(t)
  const { status, body } = await service.delete<Subscription>(path)
  assert.deepEqual([status, body.plan, body.status], [200, 'free', 'active'])
  assert.deepEqual(await eventsOf(service), [])
  assert.deepEqual(await mailsWritten(service), [])
})

test('choosing the current plan again has no effect', async (t) => {
  const { service } = await start(t)
  const first = await choosePlan(service, 'starter')
  assert.deepEqual(await choosePlan(service, 'starter'), first)
  assert.deepEqual(await changesOf(service), ['upgraded free→starter'])
  assert.equal((await mailsWritten(service)).length, 1)
})

test('a plan can be chosen again after a cancellation', async (t) => {
  const { service, path } = await start(t)
  for (let n = 0; n < 2; n++) {
    assert.equal((await choosePlan(service, 'starter')).status, 'active')
    await service.delete(path)
  }
  assert.deepEqual(await changesOf(service), [
    'upgraded free→starter',
    'cancelled starter→free',
    'upgraded free→starter',
    'cancelled starter→free',
  ])
})

test('parallel requests for the same plan cause one event, and so do parallel cancellations', async (t) => {
  const { service, path } = await start(t)
  const keys = [service.key, await service.keyOf('owner', undefined, 'lena@example.com')]
  const all = (send: (key: string) => Promise<{ status: number }>) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => send(keys[n % 2] ?? '')))
  const chosen = await all((key) =>
    service.request('PUT', path, { key, body: { plan: 'starter' } }),
  )
  assert.ok(chosen.every(({ status }) => status === 200))
  assert.deepEqual(await changesOf(service), ['upgraded free→starter'])
  const cancelled = await all((key) => service.delete(path, { key }))
  assert.ok(cancelled.every(({ status }) => status === 200))
  assert.deepEqual(await changesOf(service), ['upgraded free→starter', 'cancelled starter→free'])
})

test('two owners who choose different plans at once are handled one after the other', async (t) => {
  const { service, path } = await start(t)
  const other = await service.keyOf('owner', undefined, 'lena@example.com')
  await Promise.all([
    service.request('PUT', path, { body: { plan: 'starter' } }),
    service.request('PUT', path, { key: other, body: { plan: 'professional' } }),
  ])
  const outcome = [await planOf(service), ...(await changesOf(service))]
  const possible = [
    ['starter', 'upgraded free→professional'],
    ['professional', 'upgraded free→starter', 'upgraded starter→professional'],
  ]
  assert.ok(
    possible.some((one) => one.join() === outcome.join()),
    outcome.join(),
  )
})

test('an unknown or missing plan gets 422 with the field', async (t) => {
  const { service, path } = await start(t)
  for (const body of [{ plan: 'gold' }, { plan: null }, {}]) {
    const answer = await service.request<ProblemBody>('PUT', path, { body })
    assert.equal(answer.status, 422)
    assert.equal(answer.body.errors?.[0]?.pointer, '/plan')
  }
  assert.equal(await planOf(service), 'free')
})

test('a plan that is paid at Stripe cannot be changed without payments until it is cancelled there', async (t) => {
  const { service, path } = await start(t)
  await choosePlan(service, 'starter')
  const paidAtStripe = (status: 'active' | 'cancelled') =>
    service.database.transaction(({ db }) =>
      db.updateTable('subscriptions').set({ subscription_id: 'sub_1', status }).execute(),
    )
  await paidAtStripe('active')
  const body = { plan: 'professional' }
  const refused = await service.request<ProblemBody>('PUT', path, { body })
  assert.deepEqual([refused.status, refused.body.code], [409, 'managed_by_stripe'])
  assert.equal(await planOf(service), 'starter')
  await paidAtStripe('cancelled')
  assert.equal((await choosePlan(service, 'professional')).plan, 'professional')
})

test('without payments there is no portal', async (t) => {
  const { service, path } = await start(t)
  const { status, body } = await service.post(`${path}/portal`)
  assert.deepEqual([status, body.code], [409, 'no_payments'])
})

test('a plan can be changed by slug, and only for that organization', async (t) => {
  const { service } = await start(t)
  const { id, slug } = await createOrganization(service)
  await choosePlan(service, 'starter', slug)
  assert.equal(
    (await service.get<Subscription>(await subscriptionPath(service, id))).body.plan,
    'starter',
  )
  assert.equal(await planOf(service), 'free')
})
