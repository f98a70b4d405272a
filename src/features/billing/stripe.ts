import type { Stripe as Sdk } from 'stripe'
import type { Context, Service } from '../../platform/context.ts'
import { Problem, problem } from '../../platform/http/problem.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { handleDue } from '../../platform/store/due.ts'
import * as store from './billing.store.ts'
import {
  createStripeClient,
  paymentsUnavailable,
  type StripeClient,
  type StripeSettings,
} from './stripe.client.ts'
import type { Stripe } from './stripe.payments.ts'
import { createSync } from './stripe.sync.ts'

const batch = { leaseMs: minuteMs, max: 10 }

/** The connection to Stripe. */
export const createStripe = async (service: Service, settings: StripeSettings): Promise<Stripe> => {
  const client = await createStripeClient(settings, service.clock, service.log)
  return { client, sync: createSync(service, client) }
}

/** Stops after two failures in a row: then Stripe is unavailable, not a single customer broken. */
const checkAll = async (
  { log }: Service,
  { sync }: Stripe,
  customerIds: string[],
): Promise<boolean> => {
  let failures = 0
  for (const customerId of customerIds) {
    try {
      await sync(customerId, null)
      failures = 0
    } catch (error) {
      failures += 1
      // Failures of Stripe are already logged by the client.
      if (!(error instanceof Problem)) {
        log.error({ err: error, customerId }, 'a subscription could not be read from Stripe')
      }
      if (failures === 2) return false
    }
  }
  return failures === 0
}

/**
 * Checks the due customers: each once an hour, and when a grace period or a billing period ends,
 * because events can be lost. Returns the milliseconds until the next check.
 */
export const reconcile = async (service: Service, stripe: Stripe): Promise<number> => {
  let isReachable = true
  const waitMs = await handleDue(service, store.queue, batch, async (due) => {
    const customerIds = due.flatMap(({ customer_id }) => customer_id ?? [])
    isReachable = await checkAll(service, stripe, customerIds)
  })
  return isReachable ? waitMs : batch.leaseMs
}

const readEvent = (client: StripeClient, body: Buffer | null, signature: unknown): Sdk.Event => {
  if (!body || typeof signature !== 'string' || !client.isSigned(body, signature)) {
    throw badSignature()
  }
  try {
    return client.readEvent(body)
  } catch {
    throw notAnEvent()
  }
}

/**
 * Handles an event of Stripe. An event only names the customer; the current state is fetched from
 * Stripe. Resolves only after the event is handled, because Stripe does not resend it after a
 * success.
 */
export const receiveStripeEvent = async (
  { db, service: { log } }: Context<null>,
  { client, sync }: Stripe,
  body: Buffer | null,
  signature: unknown,
): Promise<void> => {
  const event = readEvent(client, body, signature)
  const customerId = customerIn(event)
  const about = { stripeEventId: event.id, type: event.type, customerId }
  if (customerId === null) return log.info(about, 'Stripe event ignored: its type is not used')
  if (await store.hasEvent(db, event.id)) {
    return log.info(about, 'Stripe event ignored: it was already processed')
  }
  const outcome = await sync(customerId, event.id)
  if (outcome === 'unknown-there') throw paymentsUnavailable()
  if (outcome === 'done') return log.info(about, 'Stripe event settled')
  if (isOrphan(event)) {
    log.error(about, 'a deleted organization still has a paid subscription: cancel it at Stripe')
  } else {
    log.info(about, 'Stripe event ignored: unknown customer')
  }
}

const concerning = /^(customer\.subscription|checkout\.session|invoice)\.|^customer\.deleted$/

/** Null when the event cannot have changed a subscription. */
const customerIn = ({ type, data }: Sdk.Event): string | null => {
  if (!concerning.test(type)) return null
  const { id, customer } = data.object as { id?: string; customer?: string | { id: string } | null }
  if (type === 'customer.deleted') return id ?? null
  return (typeof customer === 'object' ? customer?.id : customer) ?? null
}

/** The checkout is ours, but its organization is deleted: log it, because the customer has paid. */
const isOrphan = ({ type, data }: Sdk.Event): boolean =>
  /^customer\.subscription\.(created|updated)$/.test(type) &&
  (data.object as Sdk.Subscription).metadata?.organization_id !== undefined &&
  (data.object as Sdk.Subscription).cancel_at === null

const badSignature = () =>
  problem(400, 'invalid_signature', 'The signature of Stripe is missing, wrong or too old.')

const notAnEvent = () =>
  problem(
    400,
    'invalid_event',
    'This event is not a snapshot event. Choose the snapshot form for this endpoint at Stripe.',
  )
