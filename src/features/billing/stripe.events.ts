import type Stripe from 'stripe'
import type { Context } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { paymentsUnavailable, type StripeClient } from './stripe.client.ts'
import type { Stripe as Connection } from './stripe.payments.ts'
import * as store from './stripe.store.ts'

const readEvent = (client: StripeClient, body: Buffer | null, signature: unknown): Stripe.Event => {
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
  { client, sync }: Connection,
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
const customerIn = ({ type, data }: Stripe.Event): string | null => {
  if (!concerning.test(type)) return null
  const { id, customer } = data.object as { id?: string; customer?: string | { id: string } | null }
  if (type === 'customer.deleted') return id ?? null
  return (typeof customer === 'object' ? customer?.id : customer) ?? null
}

/** The checkout is ours, but its organization is deleted: log it, because the customer has paid. */
const isOrphan = ({ type, data }: Stripe.Event): boolean =>
  /^customer\.subscription\.(created|updated)$/.test(type) &&
  (data.object as Stripe.Subscription).metadata?.organization_id !== undefined &&
  (data.object as Stripe.Subscription).cancel_at === null

const badSignature = () =>
  problem(400, 'invalid_signature', 'The signature of Stripe is missing, wrong or too old.')

const notAnEvent = () =>
  problem(
    400,
    'invalid_event',
    'This event is not a snapshot event. Choose the snapshot form for this endpoint at Stripe.',
  )
