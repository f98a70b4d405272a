import type { Service } from '../../platform/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { startWorker, type Worker } from '../../platform/kit/worker.ts'
import { handleDue } from '../../platform/store/due.ts'
import { createStripeClient, type StripeSettings } from './stripe.client.ts'
import * as store from './stripe.store.ts'
import { createSync } from './stripe.sync.ts'

const batch = { leaseMs: minuteMs, max: 10 }
const sweepMs = minuteMs

/**
 * The connection to Stripe. It checks each customer once an hour, and when a grace period or a
 * billing period ends, because events can be lost.
 */
export const createStripe = async (service: Service, settings: StripeSettings) => {
  const { clock, log } = service
  const client = await createStripeClient(settings, clock, log)
  const sync = createSync(service, client)
  let worker: Worker | undefined

  /**
   * Stops after two failures in a row: then Stripe is unavailable, not a single customer broken.
   */
  const checkAll = async (customerIds: string[]): Promise<boolean> => {
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

  /** Checks the due customers. Returns the milliseconds until the next check. */
  const reconcile = async (): Promise<number> => {
    let isReachable = true
    const waitMs = await handleDue(service, store.queue, batch, async (due) => {
      isReachable = await checkAll(due.flatMap(({ customer_id }) => customer_id ?? []))
    })
    // Other processes change rows too, so check regularly even when no row is known to be due.
    return isReachable ? Math.min(sweepMs, waitMs) : batch.leaseMs
  }

  return {
    client,
    sync,
    reconcile,
    start() {
      worker = startWorker({ name: 'billing', log, round: reconcile, retryMs: minuteMs })
    },
    async stop() {
      client.close()
      await worker?.stop()
    },
  }
}
