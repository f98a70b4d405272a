// A service that sells its plans through the fake Stripe.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Static } from 'typebox'
import type { SubscriptionSchema } from '../../../src/features/billing/billing.api.ts'
import { reconcile } from '../../../src/features/billing/stripe.ts'
import { type Clock, systemClock } from '../../../src/platform/kit/clock.ts'
import { createLog, type Logger } from '../../../src/platform/kit/log.ts'
import { createApp } from '../../../src/service/app.ts'
import { type EventBody, eventTexts } from '../receivers/events.ts'
import { startService } from '../service/service.ts'
import { plansFile } from './plans.ts'
import type { StripeEvent } from './stripe.things.ts'
import { type FakeStripe, startStripe } from './stripe.ts'

export type SubscriptionView = Static<typeof SubscriptionSchema>
export type Selling = Awaited<ReturnType<typeof startSelling>>

export const prices = {
  starter: ['price_starter', 'price_starter_year'],
  professional: ['price_professional'],
}

export const sellingSettings = async (t: TestContext, stripe: FakeStripe) => ({
  QPR_BILLING: 'stripe',
  QPR_STRIPE_API_URL: stripe.url,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  QPR_PLANS_FILE: await plansFile(t, { free: { codes: 1 } }, prices),
})

interface SellingOptions {
  clock?: Clock
  log?: Logger
}

export const startSelling = async (t: TestContext, options: SellingOptions = {}) => {
  const { clock = systemClock } = options
  const stripe = await startStripe(t, clock)
  const settings = await sellingSettings(t, stripe)
  const service = await startService(t, { ...options, clock, settings })
  const organizationId = await service.defaultOrganizationId()
  const path = `/v1/organizations/${organizationId}/subscription`
  let sent = 0

  const choose = (plan: string, key = service.key) =>
    service.request<SubscriptionView & { checkout_url?: string; code?: string; detail?: string }>(
      'PUT',
      path,
      { key, body: { plan } },
    )

  const send = (event: StripeEvent | undefined) => stripe.send(service.address, event)

  /** Sends all new events of Stripe in order; all must be accepted. */
  const sendNews = async () => {
    for (const event of stripe.events.slice(sent)) {
      assert.equal((await send(event)).status, 200, event.type)
    }
    sent = stripe.events.length
  }

  const checkout = async (plan: string, key = service.key): Promise<string> => {
    const { status, body, text } = await choose(plan, key)
    assert.equal(status, 200, text)
    assert.ok(body.checkout_url, text)
    return body.checkout_url
  }

  return {
    ...service,
    stripe,
    organizationId,
    path,
    choose,
    send,
    sendNews,
    /** The page to pay for a plan. */
    checkout,
    /** Pays like an owner, until the plan is active. */
    async subscribe(plan: string) {
      const subscription = stripe.pay(await checkout(plan))
      await sendNews()
      return subscription
    },
    subscription: async () => (await service.get<SubscriptionView>(path)).body,
    /** `subscription.upgraded starter` and so on, oldest first. */
    async told(): Promise<string[]> {
      return (await this.toldData()).map(({ event, data }) => `${event} ${data.plan}`)
    },
    async toldData(): Promise<EventBody[]> {
      return (await eventTexts(service))
        .map((text) => JSON.parse(text) as EventBody)
        .filter(({ event }) => event.startsWith('subscription.'))
    },
    /** Checks what is due, as the service does automatically. */
    async reconcile() {
      const { internals } = service
      assert.ok(internals.stripe)
      return await reconcile(internals, internals.stripe)
    },
    row: async () =>
      await service.database.db
        .selectFrom('subscriptions')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .executeTakeFirst(),
  }
}

/** Another service on the same database, like a second process. Returns its address. */
export const startBeside = async (t: TestContext, selling: Selling, clock: Clock = systemClock) => {
  const { config, database } = selling
  const app = await createApp({ config, database, clock, log: createLog('silent') })
  t.after(() => app.close())
  return await app.server.listen({ port: 0, host: '127.0.0.1' })
}
