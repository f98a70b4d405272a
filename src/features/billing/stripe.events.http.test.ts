import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRows } from '../../../test/harness/data/given.ts'
import { startSelling } from '../../../test/harness/providers/selling.ts'
import { startStripe } from '../../../test/harness/providers/stripe.ts'
import { collectLogs } from '../../../test/harness/service/logs.ts'
import { fakeClock, startService } from '../../../test/harness/service/service.ts'
import { dayMs, minuteMs } from '../../platform/kit/clock.ts'
import { tidy } from '../../service/janitor.ts'

/** A history whose result no single event contains. */
const makeHistory = async (selling: Awaited<ReturnType<typeof startSelling>>) => {
  const { stripe } = selling
  const { id } = stripe.pay(await selling.checkout('starter'))
  stripe.change(id, { price: 'price_professional' })
  stripe.change(id, { status: 'past_due' })
  stripe.change(id, { status: 'active' })
  stripe.cancelAtPeriodEnd(id)
  stripe.resume(id)
  return [...stripe.events]
}

const endState = async (selling: Awaited<ReturnType<typeof startSelling>>) => {
  const { plan, status, cancel_at } = await selling.subscription()
  return { plan, status, cancel_at, told: await selling.told() }
}

const expected = {
  plan: 'professional',
  status: 'active',
  cancel_at: null,
  told: ['subscription.upgraded professional'],
}

test('duplicate events, in sequence and at once, lead to the same state', async (t) => {
  const selling = await startSelling(t)
  for (const event of await makeHistory(selling)) {
    const answers = await Promise.all([event, event, event].map(selling.send))
    for (const { status } of answers) assert.equal(status, 200)
    assert.equal((await selling.send(event)).status, 200)
  }
  assert.deepEqual(await endState(selling), expected)
})

test('a plan that Stripe changes is in the audit log, with the user who chose it', async (t) => {
  const selling = await startSelling(t)
  await selling.subscribe('starter')
  const { db } = selling.database
  const entries = await db
    .selectFrom('audit_entries')
    .select(['action', 'via', 'email', 'fields'])
    .where('via', '=', 'service')
    .execute()
  assert.deepEqual(entries, [
    {
      action: 'changePlanByStripe',
      via: 'service',
      email: 'owner@localhost',
      fields: '["plan","status"]',
    },
  ])
})

test('events in any order lead to the same state', async (t) => {
  const selling = await startSelling(t)
  const events = await makeHistory(selling)
  for (const event of events.toReversed()) assert.equal((await selling.send(event)).status, 200)
  assert.deepEqual(await endState(selling), expected)
})

test('events that arrive all at once lead to the same state', async (t) => {
  const selling = await startSelling(t)
  const events = await makeHistory(selling)
  const answers = await Promise.all(events.map(selling.send))
  for (const { status } of answers) assert.equal(status, 200)
  assert.deepEqual(await endState(selling), expected)
  // Events that wait for the same customer share one request.
  assert.ok(selling.stripe.asked('GET /v1/subscriptions').length < events.length)
})

test('an event that arrives two days late does not undo later changes', async (t) => {
  const clock = fakeClock('2026-03-01T10:00:00Z')
  const selling = await startSelling(t, { clock })
  const { id } = await selling.subscribe('starter')
  selling.stripe.change(id, { status: 'past_due' })
  const late = selling.stripe.events.at(-1)
  selling.stripe.change(id, { status: 'active' })
  await selling.send(selling.stripe.events.at(-1))
  clock.advance(2 * dayMs)
  assert.equal((await selling.send(late)).status, 200)
  assert.equal((await selling.subscription()).status, 'active')
  assert.deepEqual(await selling.told(), ['subscription.upgraded starter'])
})

test('a settled event causes no further request', async (t) => {
  const selling = await startSelling(t)
  await selling.subscribe('starter')
  const event = selling.stripe.events.at(-1)
  const before = selling.stripe.requests.length
  assert.equal((await selling.send(event)).status, 200)
  assert.equal(selling.stripe.requests.length, before)
})

test('the body of an event is not trusted: Stripe is asked', async (t) => {
  const selling = await startSelling(t)
  const { customer } = await selling.subscribe('starter')
  const event = selling.stripe.tell('customer.subscription.deleted', {
    object: 'subscription',
    customer,
    status: 'canceled',
  })
  assert.equal((await selling.send(event)).status, 200)
  assert.equal((await selling.subscription()).plan, 'starter')
})

test('a forged event gets 400 and has no effect', async (t) => {
  const selling = await startSelling(t)
  selling.stripe.pay(await selling.checkout('starter'))
  const event = selling.stripe.events.at(-1)
  const asked = selling.stripe.requests.length
  const forged = [
    { secret: 'whsec_another' },
    { signature: null },
    { signature: 'no signature' },
    { signature: 't=1,v1=' },
    { body: JSON.stringify({ ...event, type: 'customer.subscription.deleted' }) },
    // The same event, with other bytes.
    { body: JSON.stringify(event) },
  ]
  for (const sending of forged) {
    const { status, code } = await selling.stripe.send(selling.address, event, sending)
    assert.deepEqual([status, code], [400, 'invalid_signature'], JSON.stringify(sending))
  }
  for (const body of ['', 'no json', '{"a":']) {
    assert.equal((await selling.stripe.send(selling.address, event, { body })).status, 400)
  }
  assert.equal(selling.stripe.requests.length, asked)
  assert.equal((await selling.subscription()).plan, 'free')
  assert.equal(await countRows(selling, 'billing_events'), 0)
})

test('a signature older than five minutes gets 400, so it cannot be replayed', async (t) => {
  const clock = fakeClock('2026-03-01T10:00:00Z')
  const selling = await startSelling(t, { clock })
  selling.stripe.pay(await selling.checkout('starter'))
  const event = selling.stripe.events.at(-1)
  const timestamp = selling.stripe.now()
  clock.advance(6 * minuteMs)
  const { status, code } = await selling.stripe.send(selling.address, event, { timestamp })
  assert.deepEqual([status, code], [400, 'invalid_signature'])
})

test('an event of an unknown customer gets 200 and a log line', async (t) => {
  const logs = collectLogs()
  const selling = await startSelling(t, { log: logs.log })
  const event = selling.stripe.tell('customer.subscription.updated', {
    object: 'subscription',
    customer: 'cus_of_somebody_else',
  })
  assert.equal((await selling.send(event)).status, 200)
  const line = await logs.waitFor(({ msg }) => /unknown customer/.test(msg))
  assert.equal(line.stripeEventId, event.id)
  assert.equal(selling.stripe.requests.length, 0)
})

test('a payment for a deleted organization is an error in the log', async (t) => {
  const logs = collectLogs()
  const selling = await startSelling(t, { log: logs.log })
  const event = selling.stripe.tell('customer.subscription.created', {
    object: 'subscription',
    customer: 'cus_of_a_deleted_one',
    cancel_at: null,
    metadata: { organization_id: 'org_deleted' },
  })
  assert.equal((await selling.send(event)).status, 200)
  const line = await logs.waitFor(({ msg }) => /cancel it at Stripe/.test(msg))
  assert.deepEqual([line.level, line.customerId], [50, 'cus_of_a_deleted_one'])
})

test('an event of an irrelevant type gets 200 and a log line', async (t) => {
  const logs = collectLogs()
  const selling = await startSelling(t, { log: logs.log })
  const event = selling.stripe.tell('payout.paid', { object: 'payout' })
  assert.equal((await selling.send(event)).status, 200)
  await logs.waitFor(({ msg, type }) => /its type is not used/.test(msg) && type === 'payout.paid')
})

test('a thin event gets 400, because it does not name the customer', async (t) => {
  const selling = await startSelling(t)
  const event = { ...selling.stripe.tell('v2.event', {}), object: 'v2.core.event' as 'event' }
  const { status, code } = await selling.send(event)
  assert.deepEqual([status, code], [400, 'invalid_event'])
})

test('an event of 1 MB is accepted, a larger one gets 413', async (t) => {
  const selling = await startSelling(t)
  const event = (size: number) =>
    selling.stripe.tell('payout.paid', { description: 'x'.repeat(size) })
  assert.equal((await selling.send(event(1_000_000))).status, 200)
  assert.equal((await selling.send(event(1_100_000))).status, 413)
})

test('without Stripe the route does not exist', async (t) => {
  const service = await startService(t)
  const stripe = await startStripe(t)
  const event = stripe.tell('payout.paid', { object: 'payout' })
  assert.equal((await stripe.send(service.address, event)).status, 404)
})

test('the ids of events are kept for 30 days', async (t) => {
  const clock = fakeClock('2026-03-01T10:00:00Z')
  const selling = await startSelling(t, { clock })
  const cleanUp = () => tidy(selling.internals, selling.config)
  await selling.subscribe('starter')
  const kept = await countRows(selling, 'billing_events')
  assert.ok(kept > 0)
  clock.advance(30 * dayMs)
  await cleanUp()
  assert.equal(await countRows(selling, 'billing_events'), kept)
  clock.advance(1)
  await cleanUp()
  assert.equal(await countRows(selling, 'billing_events'), 0)
})
