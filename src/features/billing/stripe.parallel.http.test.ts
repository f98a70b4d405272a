// Several processes of one service, on one database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRows } from '../../../test/harness/data/given.ts'
import { startBeside, startSelling } from '../../../test/harness/providers/selling.ts'
import { fakeClock } from '../../../test/harness/service/service.ts'
import { hourMs } from '../../platform/kit/clock.ts'

test('the same event at two processes at the same time is one change and one event', async (t) => {
  const selling = await startSelling(t)
  const { stripe } = selling
  const addresses = [selling.address, await startBeside(t, selling)]
  const { id } = await selling.subscribe('starter')
  for (let turn = 0; turn < 5; turn++) {
    stripe.change(id, { price: 'price_professional' })
    const upgrade = stripe.events.at(-1)
    const both = await Promise.all(addresses.map((address) => stripe.send(address, upgrade)))
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    )
    stripe.change(id, { price: 'price_starter' })
    await stripe.send(selling.address, stripe.events.at(-1))
  }
  const professional = 'subscription.upgraded professional'
  assert.deepEqual(await selling.told(), [
    'subscription.upgraded starter',
    ...Array.from({ length: 5 }, () => professional),
  ])
})

test('different events of one customer at three processes end in the state of Stripe', async (t) => {
  const selling = await startSelling(t)
  const { stripe } = selling
  const addresses = [
    selling.address,
    await startBeside(t, selling),
    await startBeside(t, selling),
  ] as const
  const { id } = stripe.pay(await selling.checkout('starter'))
  for (let turn = 0; turn < 6; turn++) {
    stripe.change(id, { price: turn % 2 ? 'price_starter' : 'price_professional' })
  }
  stripe.cancelAtPeriodEnd(id)
  const answers = await Promise.all(
    stripe.events.map((event, n) => stripe.send(addresses[n % 3] ?? '', event)),
  )
  for (const { status } of answers) assert.equal(status, 200)
  const { plan, cancel_at } = await selling.subscription()
  assert.equal(plan, 'starter')
  assert.ok(cancel_at)
  assert.deepEqual(await selling.told(), [
    'subscription.upgraded starter',
    'subscription.cancelled free',
  ])
})

test('a delayed response does not undo a later state that another process saw', async (t) => {
  const selling = await startSelling(t)
  const { stripe } = selling
  const other = await startBeside(t, selling)
  const { id } = await selling.subscribe('starter')

  // The first process sees the failed payment; its response is delayed.
  stripe.change(id, { status: 'past_due' })
  const failed = stripe.events.at(-1)
  const arrived = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  stripe.failWith(() => {
    arrived.resolve()
    return { until: release.promise }
  })
  const slow = stripe.send(selling.address, failed)
  await arrived.promise

  // The second process sees the payment: the state is unchanged, but the check is recorded.
  stripe.failWith({})
  stripe.change(id, { status: 'active' })
  assert.equal((await stripe.send(other, stripe.events.at(-1))).status, 200)
  release.resolve()
  assert.equal((await slow).status, 200)
  const { status } = await selling.subscription()
  assert.equal(status, 'active')
})

test('several processes share the due checks', async (t) => {
  const clock = fakeClock('2026-03-01T10:00:00Z')
  const selling = await startSelling(t, { clock })
  const { stripe, database } = selling
  await selling.subscribe('starter')
  const row = await selling.row()
  assert.ok(row)
  // Twenty more customers, whose organizations know nothing else of Stripe.
  for (let n = 0; n < 20; n++) {
    const { body } = await selling.post<{ id: string }>('/v1/organizations', { name: `Hotel ${n}` })
    const customer = { id: `cus_many${n}`, object: 'customer' as const, metadata: {} }
    stripe.customers.set(customer.id, customer)
    await database.transaction(({ db }) =>
      db
        .insertInto('subscriptions')
        .values({
          ...row,
          organization_id: body.id,
          customer_id: customer.id,
          subscription_id: null,
        })
        .execute(),
    )
  }
  clock.advance(hourMs)
  const before = stripe.asked('GET /v1/subscriptions').length
  await Promise.all([selling.reconcile(), selling.reconcile(), selling.reconcile()])
  assert.equal(stripe.asked('GET /v1/subscriptions').length - before, 21)
  await selling.reconcile()
  assert.equal(stripe.asked('GET /v1/subscriptions').length - before, 21)
  assert.equal(await countRows(selling, 'subscriptions'), 21)
})
