import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { startSelling } from '../../../test/harness/providers/selling.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import { collectLogs } from '../../../test/harness/service/logs.ts'
import { fakeClock } from '../../../test/harness/service/service.ts'
import { dayMs, hourMs } from '../../platform/kit/clock.ts'
import type { Logger } from '../../platform/kit/log.ts'

const startAt = '2026-03-01T10:00:00.000Z'
const at = (ms: number) => new Date(Date.parse(startAt) + ms).toISOString()
const periodEnd = at(30 * dayMs)

/** A subscription to the plan starter since 1 March. */
const start = async (t: TestContext, log?: Logger) => {
  const clock = fakeClock(startAt)
  const selling = await startSelling(t, { clock, ...(log && { log }) })
  const { id } = await selling.subscribe('starter')
  const change = async (...[fields]: [Parameters<typeof selling.stripe.change>[1]]) => {
    selling.stripe.change(id, fields)
    await selling.sendNews()
  }
  /** Advances the time here and at Stripe; the service checks without an event. */
  const pass = async (ms: number) => {
    clock.advance(ms)
    selling.stripe.passTime()
    await selling.reconcile()
  }
  return { ...selling, clock, id, change, pass }
}

const upgraded = 'subscription.upgraded starter'
const cancelled = 'subscription.cancelled free'

for (const status of ['active', 'trialing']) {
  test(`${status} at Stripe: the plan is active`, async (t) => {
    const selling = await start(t)
    await selling.change({ status })
    const { plan, status: shown } = await selling.subscription()
    assert.deepEqual([plan, shown, await selling.told()], ['starter', 'active', [upgraded]])
  })
}

for (const status of ['canceled', 'unpaid', 'incomplete_expired', 'paused']) {
  test(`${status} at Stripe: the plan ends, with one subscription.cancelled`, async (t) => {
    const selling = await start(t)
    await selling.change({ status })
    await selling.pass(2 * hourMs)
    const view = await selling.subscription()
    assert.deepEqual(view, {
      plan: 'free',
      status: 'cancelled',
      provider: 'stripe',
      current_period_end: null,
      cancel_at: null,
    })
    assert.deepEqual(await selling.told(), [upgraded, cancelled])
    assert.equal((await selling.toldData())[1]?.data.effective_at, startAt)
  })
}

test('incomplete at Stripe: the plan starts only after the first payment', async (t) => {
  const selling = await startSelling(t)
  await selling.checkout('starter')
  const [customer] = selling.stripe.customers.keys()
  const fields = { status: 'incomplete' }
  const { id } = selling.stripe.subscribe(customer ?? '', 'price_starter', fields)
  await selling.sendNews()
  assert.deepEqual([(await selling.subscription()).plan, await selling.told()], ['free', []])
  selling.stripe.change(id, { status: 'active' })
  await selling.sendNews()
  assert.deepEqual(
    [(await selling.subscription()).plan, await selling.told()],
    ['starter', [upgraded]],
  )
})

test('past_due keeps the plan for a grace period of 7 days, regardless of further checks', async (t) => {
  const selling = await start(t)
  const mailbox = await openMailbox(t, selling)
  await selling.change({ status: 'past_due' })
  for (let day = 1; day < 7; day++) {
    await selling.pass(dayMs)
    const { plan, status } = await selling.subscription()
    assert.deepEqual([plan, status], ['starter', 'past_due'], `day ${day}`)
  }
  await selling.pass(dayMs - 1)
  assert.equal((await selling.subscription()).plan, 'starter')
  await selling.pass(1)
  const { plan, status } = await selling.subscription()
  assert.deepEqual([plan, status], ['free', 'past_due'])
  await selling.pass(5 * dayMs)
  assert.equal((await selling.subscription()).plan, 'free')
  assert.deepEqual(await selling.told(), [upgraded, cancelled])
  assert.equal((await selling.toldData())[1]?.data.effective_at, at(7 * dayMs))
  const subjects = (await mailbox.all()).map(({ subject }) => subject ?? '')
  assert.equal(subjects.filter((one) => /payment .* failed/.test(one)).length, 1)
})

test('a payment within the grace period changes nothing; the next failure has its own grace period', async (t) => {
  const selling = await start(t)
  await selling.change({ status: 'past_due' })
  await selling.pass(6 * dayMs)
  await selling.change({ status: 'active' })
  assert.equal((await selling.subscription()).status, 'active')
  await selling.change({ status: 'past_due' })
  await selling.pass(6 * dayMs)
  assert.equal((await selling.subscription()).plan, 'starter')
  assert.deepEqual(await selling.told(), [upgraded])
})

test('a payment after the grace period restores the plan, as an upgrade', async (t) => {
  const selling = await start(t)
  await selling.change({ status: 'past_due' })
  await selling.pass(8 * dayMs)
  assert.equal((await selling.subscription()).plan, 'free')
  await selling.change({ status: 'active' })
  assert.deepEqual(await selling.told(), [upgraded, cancelled, upgraded])
  await selling.change({ status: 'canceled' })
  assert.deepEqual(await selling.told(), [upgraded, cancelled, upgraded, cancelled])
})

test('DELETE cancels at the end of the period: cancel_at is shown, one event is sent, the plan stays until then', async (t) => {
  const selling = await start(t)
  const key = await selling.keyOf('owner', selling.organizationId, 'second@example.com')
  const { status, body } = await selling.request('DELETE', selling.path, { key })
  const during = {
    plan: 'starter',
    status: 'active',
    provider: 'stripe',
    current_period_end: periodEnd,
    cancel_at: periodEnd,
  }
  assert.deepEqual([status, body], [200, during])
  assert.equal(selling.stripe.subscriptionWith(selling.id).cancel_at_period_end, true)
  await selling.sendNews()
  assert.equal((await selling.delete(selling.path)).status, 200)
  await selling.pass(30 * dayMs - 1)
  assert.deepEqual(await selling.subscription(), during)
  await selling.pass(1)
  const { plan, status: after, cancel_at } = await selling.subscription()
  assert.deepEqual([plan, after, cancel_at], ['free', 'cancelled', null])
  await selling.sendNews()
  assert.deepEqual(await selling.told(), [upgraded, cancelled])
  const data = (await selling.toldData())[1]?.data
  assert.deepEqual(
    [data?.previous_plan, data?.effective_at, data?.email],
    ['starter', periodEnd, 'second@example.com'],
  )
})

test('PUT free cancels too', async (t) => {
  const selling = await start(t)
  const { status, body } = await selling.choose('free')
  assert.deepEqual([status, body.plan, body.cancel_at], [200, 'starter', periodEnd])
  assert.deepEqual(await selling.told(), [upgraded, cancelled])
})

test('a cancellation without a subscription changes nothing and sends no request', async (t) => {
  const selling = await startSelling(t)
  for (const { status, body } of [
    await selling.choose('free'),
    await selling.delete(selling.path),
  ]) {
    assert.deepEqual([status, (body as { plan: string }).plan], [200, 'free'])
  }
  assert.equal(selling.stripe.requests.length, 0)
  assert.deepEqual(await selling.told(), [])
})

test('a revoked cancellation has no effect; the next one is announced again', async (t) => {
  const selling = await start(t)
  await selling.delete(selling.path)
  selling.stripe.resume(selling.id)
  await selling.sendNews()
  assert.equal((await selling.subscription()).cancel_at, null)
  await selling.pass(31 * dayMs)
  assert.equal((await selling.subscription()).plan, 'starter')
  assert.deepEqual(await selling.told(), [upgraded, cancelled])
  await selling.delete(selling.path)
  assert.deepEqual(await selling.told(), [upgraded, cancelled, cancelled])
})

test('choosing the cancelled plan again leads to the portal, where the cancellation is revoked', async (t) => {
  const selling = await start(t)
  await selling.delete(selling.path)
  const url = await selling.checkout('starter')
  const portal = [...selling.stripe.portals.values()].find((one) => one.url === url)
  assert.equal(portal?.change, null)
})

test('a subscription that was chosen and cancelled before its first event causes both events', async (t) => {
  const selling = await startSelling(t)
  const { id } = selling.stripe.pay(await selling.checkout('starter'))
  selling.stripe.cancelAtPeriodEnd(id)
  await selling.sendNews()
  assert.deepEqual(await selling.told(), [upgraded, cancelled])
  assert.equal((await selling.toldData())[1]?.data.previous_plan, 'starter')
  selling.stripe.change(id, { status: 'canceled' })
  await selling.sendNews()
  assert.deepEqual(await selling.told(), [upgraded, cancelled])
})

test('a new subscription starts again after the end', async (t) => {
  const selling = await start(t)
  await selling.change({ status: 'canceled' })
  await selling.subscribe('professional')
  assert.deepEqual(await selling.told(), [
    upgraded,
    cancelled,
    'subscription.upgraded professional',
  ])
})

test('a second subscription that is cancelled before its first event causes both events again', async (t) => {
  const selling = await start(t)
  await selling.delete(selling.path)
  await selling.change({ status: 'canceled' })
  const { id } = selling.stripe.pay(await selling.checkout('starter'))
  selling.stripe.cancelAtPeriodEnd(id)
  await selling.sendNews()
  assert.deepEqual(await selling.told(), [upgraded, cancelled, upgraded, cancelled])
})

test('a downgrade below the current use deletes nothing; only new items are refused', async (t) => {
  const selling = await start(t)
  await createCode(selling)
  await createCode(selling)
  await selling.change({ status: 'canceled' })
  assert.equal((await selling.get<{ total: number }>('/v1/qpr-codes')).body.total, 2)
  const more = await selling.post('/v1/qpr-codes', { name: 'Third', prompt: 'Be kind.' })
  assert.deepEqual([more.status, more.body.code], [402, 'plan_limit_reached'])
})

test('a downgrade to a smaller paid plan causes neither an upgrade nor a cancellation event', async (t) => {
  const selling = await startSelling(t)
  await selling.subscribe('professional')
  selling.stripe.confirm(await selling.checkout('starter'))
  await selling.sendNews()
  assert.equal((await selling.subscription()).plan, 'starter')
  assert.deepEqual(await selling.told(), ['subscription.upgraded professional'])
})

test('a new period is shown and causes no event', async (t) => {
  const selling = await start(t)
  await selling.pass(30 * dayMs)
  assert.equal((await selling.subscription()).current_period_end, at(60 * dayMs))
  assert.deepEqual(await selling.told(), [upgraded])
})

test('both prices of a plan give the same plan', async (t) => {
  const selling = await start(t)
  await selling.change({ price: 'price_starter_year' })
  assert.equal((await selling.subscription()).plan, 'starter')
})

test('an unknown price keeps the plan, and the log has an error that names it', async (t) => {
  const logs = collectLogs()
  const selling = await start(t, logs.log)
  await selling.change({ price: 'price_unheard_of' })
  const { plan, status } = await selling.subscription()
  assert.deepEqual([plan, status], ['starter', 'active'])
  const line = await logs.waitFor(({ msg }) => /no plan in QPR_PLANS_FILE/.test(msg))
  assert.deepEqual([line.level, line.prices], [50, ['price_unheard_of']])
})

test('the best of several subscriptions of a customer counts, and the log has an error', async (t) => {
  const logs = collectLogs()
  const selling = await start(t, logs.log)
  const { customer } = selling.stripe.subscriptionWith(selling.id)
  const second = selling.stripe.subscribe(customer, 'price_professional')
  await selling.sendNews()
  assert.equal((await selling.subscription()).plan, 'professional')
  const line = await logs.waitFor(({ msg }) => /several subscriptions/.test(msg))
  assert.deepEqual(new Set(line.subscriptionIds as string[]), new Set([selling.id, second.id]))
  // Paid subscriptions come before unpaid ones.
  selling.stripe.change(second.id, { status: 'past_due' })
  await selling.sendNews()
  assert.deepEqual((await selling.subscription()).plan, 'starter')
  selling.stripe.change(second.id, { status: 'canceled' })
  await selling.sendNews()
  assert.deepEqual(await selling.told(), [upgraded, 'subscription.upgraded professional'])
})
