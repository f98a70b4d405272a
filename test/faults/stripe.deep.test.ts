// Subscriptions of real processes that are killed and restarted.

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createLog } from '../../src/platform/kit/log.ts'
import { openDatabase } from '../../src/platform/store/open.ts'
import { eventually } from '../harness/checks/eventually.ts'
import { type SubscriptionView, sellingSettings } from '../harness/providers/selling.ts'
import { startStripe } from '../harness/providers/stripe.ts'
import type { EventBody } from '../harness/receivers/events.ts'
import type { Client } from '../harness/service/client.ts'
import { freePort } from '../harness/service/ports.ts'
import { startPostgres } from '../harness/service/postgres.ts'
import { newMachine, type RunningService } from '../harness/service/process.ts'

const start = async (t: TestContext, databaseUrl?: string) => {
  const machine = await newMachine(t)
  const stripe = await startStripe(t)
  const settings = {
    ...(await sellingSettings(t, stripe)),
    DATABASE_URL: databaseUrl ?? `sqlite:${join(machine.folder, 'data', 'qpr.db')}`,
    QPR_SECRET: 'the-same-for-all-of-them',
  }
  const serve = (more: object = {}) => machine.serve({ ...settings, ...more })
  return { stripe, settings, serve }
}

const readerOf = async (service: RunningService) => {
  const api = await service.connect()
  const { body } = await api.get<{ organizations: { id: string }[] }>('/v1/organizations')
  const path = `/v1/organizations/${body.organizations[0]?.id}/subscription`
  return {
    async checkout(plan: string) {
      const answer = await api.request<{ checkout_url: string }>('PUT', path, { body: { plan } })
      assert.equal(answer.status, 200, answer.text)
      return answer.body.checkout_url
    },
    planOf: async () => (await api.get<SubscriptionView>(path)).body.plan,
    told: () => toldTo(api),
  }
}

/** `subscription.upgraded` and so on, oldest first. */
const toldTo = async (api: Client): Promise<string[]> => {
  const { body } = await api.get<{ events: EventBody[] }>('/v1/events?limit=100')
  return body.events
    .map(({ event }) => event)
    .filter((event) => event.startsWith('subscription.'))
    .reverse()
}

test('after a kill between the event of Stripe and our commit, the resent event is one change', async (t) => {
  const { stripe, serve } = await start(t)
  const first = await serve()
  const { id } = stripe.pay(await (await readerOf(first)).checkout('starter'))
  const event = stripe.events.find(({ type }) => type === 'customer.subscription.created')
  const asked = stripe.asked('GET /v1/subscriptions').length
  stripe.failWith({ by: 'hang' })
  const lost = stripe.send(first.address, event).catch(() => 'no answer')
  await stripe.waitFor('GET /v1/subscriptions', asked + 1)
  await first.stop('SIGKILL')
  assert.equal(await lost, 'no answer')

  stripe.failWith({})
  const second = await serve()
  const reader = await readerOf(second)
  assert.deepEqual([await reader.planOf(), await reader.told()], ['free', []])
  assert.equal((await stripe.send(second.address, event)).status, 200)
  assert.deepEqual(
    [await reader.planOf(), await reader.told()],
    ['starter', ['subscription.upgraded']],
  )
  assert.equal(stripe.subscriptionWith(id).status, 'active')
})

test('after kills at any moment of settling an event each change causes one event', async (t) => {
  const { stripe, serve } = await start(t)
  let service = await serve()
  const { id } = stripe.pay(await (await readerOf(service)).checkout('starter'))
  await stripe.send(service.address, stripe.events.at(-1))
  const expected = ['subscription.upgraded']
  for (let turn = 0; turn < 10; turn++) {
    // Down and up again: one event in each turn.
    stripe.change(id, { price: 'price_starter' })
    await stripe.send(service.address, stripe.events.at(-1))
    stripe.change(id, { price: 'price_professional' })
    const event = stripe.events.at(-1)
    const answer = stripe.send(service.address, event).catch(() => null)
    await delay(randomInt(0, 25))
    await service.stop('SIGKILL')
    await answer
    service = await serve()
    assert.equal((await stripe.send(service.address, event)).status, 200)
    expected.push('subscription.upgraded')
    assert.deepEqual(await (await readerOf(service)).told(), expected)
  }
})

test('the service makes up for a lost event', async (t) => {
  const { stripe, settings, serve } = await start(t)
  const first = await serve()
  stripe.pay(await (await readerOf(first)).checkout('starter'))
  await first.stop()
  // An hour later, without waiting for it.
  const database = openDatabase(settings.DATABASE_URL, createLog('silent'))
  await database.transaction(({ db }) =>
    db.updateTable('subscriptions').set({ reconcile_at: Date.now() }).execute(),
  )
  await database.close()
  const reader = await readerOf(await serve())
  await eventually(async () => assert.equal(await reader.planOf(), 'starter'))
  assert.deepEqual(await reader.told(), ['subscription.upgraded'])
})

test('PostgreSQL: the same event at two processes at once causes one event; while it is away the event gets 503 and is resent', async (t) => {
  const postgres = await startPostgres()
  t.after(() => postgres.stop())
  const { stripe, serve } = await start(t, postgres.url)
  const services = [await serve(), await serve({ PORT: String(await freePort()) })]
  const [first] = services
  assert.ok(first)
  const reader = await readerOf(first)
  const { id } = stripe.pay(await reader.checkout('starter'))
  await stripe.send(first.address, stripe.events.at(-1))
  const sendToBoth = async () => {
    const event = stripe.events.at(-1)
    return await Promise.all(services.map(({ address }) => stripe.send(address, event)))
  }
  for (let turn = 0; turn < 10; turn++) {
    stripe.change(id, { price: turn % 2 ? 'price_starter' : 'price_professional' })
    for (const { status } of await sendToBoth()) assert.equal(status, 200)
  }
  assert.equal((await reader.told()).length, 6)

  stripe.change(id, { status: 'canceled' })
  await postgres.pause()
  for (const { status, code } of await sendToBoth()) {
    assert.deepEqual([status, code], [503, 'storage_unavailable'])
  }
  await postgres.resume()
  await eventually(async () => {
    for (const { status } of await sendToBoth()) assert.equal(status, 200)
  })
  assert.equal(await reader.planOf(), 'free')
  assert.deepEqual((await reader.told()).slice(6), ['subscription.cancelled'])
})

test('a service that waits for Stripe can be stopped', async (t) => {
  const { stripe, settings, serve } = await start(t)
  const first = await serve()
  stripe.pay(await (await readerOf(first)).checkout('starter'))
  await first.stop()
  const database = openDatabase(settings.DATABASE_URL, createLog('silent'))
  await database.transaction(({ db }) =>
    db.updateTable('subscriptions').set({ reconcile_at: Date.now() }).execute(),
  )
  await database.close()
  stripe.failWith({ by: 'hang' })
  const asked = stripe.asked('GET /v1/subscriptions').length
  const second = await serve()
  await stripe.waitFor('GET /v1/subscriptions', asked + 1)
  const { code, stdout } = await second.stop()
  assert.equal(code, 0)
  assert.doesNotMatch(stdout, /before all work was finished/)
})
