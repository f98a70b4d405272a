// Any history of subscriptions with its events in any order ends in the state of Stripe.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { createOrganization } from '../../../test/harness/data/given.ts'
import {
  type Selling,
  type SubscriptionView,
  startSelling,
} from '../../../test/harness/providers/selling.ts'
import type { StripeEvent, Subscription } from '../../../test/harness/providers/stripe.things.ts'
import { fakeClock } from '../../../test/harness/service/service.ts'
import { dayMs } from '../../platform/kit/clock.ts'

const steps = [
  'starter',
  'professional',
  'fail',
  'recover',
  'cancel',
  'resume',
  'end',
  'day',
  'week',
] as const
type Step = (typeof steps)[number]

/** The expectation of an owner, written without the tested code. */
interface Expected {
  plan: 'free' | 'starter' | 'professional'
  told: string[]
}

const ranks = { free: 0, starter: 1, professional: 2 }

/** An organization, its subscription at Stripe, and its expected state. */
const createHistory = async (selling: Selling, clock: { advance(ms: number): void }) => {
  const { stripe } = selling
  const { id } = await createOrganization(selling)
  const path = `/v1/organizations/${id}/subscription`
  const firstEvent = stripe.events.length
  const expected: Expected = { plan: 'free', told: [] }
  let subscription: Subscription | null = null
  let failedFor: number | null = null
  let isToldToEnd = false

  const expectPlan = (plan: Expected['plan']) => {
    if (ranks[plan] > ranks[expected.plan]) expected.told.push(`subscription.upgraded ${plan}`)
    if (plan === 'free' && expected.plan !== 'free' && !isToldToEnd) {
      expected.told.push('subscription.cancelled free')
    }
    expected.plan = plan
  }

  const choose = async (plan: 'starter' | 'professional') => {
    if (subscription) {
      subscription = stripe.change(subscription.id, { price: `price_${plan}` })
    } else {
      const { body } = await selling.request<{ checkout_url: string }>('PUT', path, {
        body: { plan },
      })
      subscription = stripe.pay(body.checkout_url)
      isToldToEnd = false
    }
    if (failedFor === null || failedFor < 7) expectPlan(plan)
  }

  const paidPlan = () =>
    subscription?.items.data[0]?.price.id.replace('price_', '') as 'starter' | 'professional'

  const end = () => {
    expectPlan('free')
    subscription = null
    failedFor = null
  }

  const pass = (days: number) => {
    clock.advance(days * dayMs)
    stripe.passTime()
    if (subscription && stripe.subscriptionWith(subscription.id).status === 'canceled') return end()
    if (failedFor === null) return
    failedFor += days
    if (failedFor >= 7) expectPlan('free')
  }

  const take = async (step: Step) => {
    if (step === 'day' || step === 'week') return pass(step === 'day' ? 1 : 7)
    if (step === 'starter' || step === 'professional') return await choose(step)
    if (!subscription) return
    if (step === 'fail') {
      failedFor ??= 0
      stripe.change(subscription.id, { status: 'past_due' })
    } else if (step === 'recover') {
      failedFor = null
      stripe.change(subscription.id, { status: 'active' })
      const wasLost = expected.plan === 'free'
      expectPlan(paidPlan())
      // A restored plan that still ends is announced to end once more.
      if (wasLost && isToldToEnd) expected.told.push('subscription.cancelled free')
    } else if (step === 'cancel') {
      if (!isToldToEnd && expected.plan !== 'free') {
        expected.told.push('subscription.cancelled free')
      }
      isToldToEnd = true
      stripe.cancelAtPeriodEnd(subscription.id)
    } else if (step === 'resume') {
      isToldToEnd = false
      stripe.resume(subscription.id)
    } else {
      stripe.change(subscription.id, { status: 'canceled' })
      end()
    }
  }

  return {
    take,
    expected,
    news: () => stripe.events.slice(firstEvent),
    view: async () => (await selling.get<SubscriptionView>(path)).body,
    told: async () =>
      (await selling.toldData())
        .filter(({ data }) => data.organization_id === id)
        .map(({ event, data }) => `${event} ${data.plan}`),
    cancelAt: () =>
      subscription ? (stripe.subscriptionWith(subscription.id).cancel_at ?? null) : null,
    /** Isolates the next history. */
    async forget() {
      if (subscription) stripe.change(subscription.id, { status: 'canceled' })
      assert.equal((await selling.delete(`/v1/organizations/${id}`)).status, 204)
    },
  }
}

const sendAll = async (selling: Selling, events: StripeEvent[], atOnce: boolean) => {
  const send = async (event: StripeEvent) =>
    assert.equal((await selling.send(event)).status, 200, event.type)
  if (atOnce) await Promise.all(events.map(send))
  else for (const event of events) await send(event)
}

const history = fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 14 })

const start = async (t: TestContext) => {
  const clock = fakeClock('2026-03-01T10:00:00Z')
  return { clock, selling: await startSelling(t, { clock }) }
}

test("each real change causes exactly one event, with Stripe's events duplicated, reordered and mixed with old ones", async (t) => {
  const { clock, selling } = await start(t)
  const order = fc.array(fc.nat(), { minLength: 14, maxLength: 14 })
  const property = fc.asyncProperty(history, order, fc.boolean(), async (taken, keys, atOnce) => {
    const one = await createHistory(selling, clock)
    let sent = 0
    for (const [n, step] of taken.entries()) {
      await one.take(step)
      const all = one.news()
      const fresh = all.slice(sent)
      const old = all.filter((_, i) => (keys[i % 14] ?? 0) % 3 === 0)
      const mixed = [...fresh, ...fresh, ...old].toSorted(
        (a, b) => hash(a.id, keys[n] ?? 0) - hash(b.id, keys[n] ?? 0),
      )
      await sendAll(selling, mixed, atOnce)
      await selling.reconcile()
      sent = all.length
      assert.equal((await one.view()).plan, one.expected.plan, `after ${n}: ${step}`)
    }
    assert.deepEqual(await one.told(), one.expected.told)
    await one.forget()
  })
  await fc.assert(property, { numRuns: 40 })
})

test('the events of a whole history, sent afterwards in any order, end in the state of Stripe', async (t) => {
  const { clock, selling } = await start(t)
  const withoutTime = history.map((taken) => taken.filter((step) => !/day|week/.test(step)))
  const property = fc.asyncProperty(
    withoutTime,
    fc.nat(),
    fc.boolean(),
    async (taken, key, atOnce) => {
      const one = await createHistory(selling, clock)
      for (const step of taken) await one.take(step)
      const events = one.news()
      const mixed = [...events, ...events].toSorted((a, b) => hash(a.id, key) - hash(b.id, key))
      await sendAll(selling, mixed, atOnce)
      const { plan, cancel_at } = await one.view()
      const cancelAt = one.cancelAt()
      assert.equal(plan, one.expected.plan)
      assert.equal(cancel_at, cancelAt === null ? null : new Date(cancelAt * 1000).toISOString())
      await one.forget()
    },
  )
  await fc.assert(property, { numRuns: 40 })
})

/** A different order for each key. */
const hash = (text: string, key: number): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + key) % 1_000_003, key)
