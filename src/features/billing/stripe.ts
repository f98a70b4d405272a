import type { Service } from '../../platform/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { handleDue } from '../../platform/store/due.ts'
import { createStripeClient, type StripeSettings } from './stripe.client.ts'
import type { Stripe } from './stripe.payments.ts'
import * as store from './stripe.store.ts'
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
