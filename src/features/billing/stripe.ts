import type { Service } from '../../platform/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { startWorker, type Worker } from '../../platform/kit/worker.ts'
import { createStripeClient, type StripeSettings } from './stripe.client.ts'
import * as store from './stripe.store.ts'
import { createSync } from './stripe.sync.ts'

const batchSize = 10
/** A check that failed, or whose process died, is retried after this time. */
const claimMs = minuteMs
const sweepMs = minuteMs

/**
 * The connection to Stripe. It checks each customer once an hour, and when a grace period or a
 * billing period ends, because events can be lost.
 */
export const createStripe = async (service: Service, settings: StripeSettings) => {
  const { database, clock, log } = service
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
    const now = clock.now()
    const due = await database.transaction(({ db }) =>
      store.claimDue(db, now, now + claimMs, batchSize),
    )
    if (!(await checkAll(due))) return claimMs
    if (due.length === batchSize) return 0
    const next = await store.nextDueAt(database.db)
    // Other processes change rows too, so check regularly even when no row is known to be due.
    return next === null ? sweepMs : Math.min(sweepMs, Math.max(0, next - clock.now()))
  }

  return {
    client,
    sync,
    reconcile,
    start() {
      worker = startWorker({ name: 'billing', log, round: reconcile, retryMs: claimMs })
    },
    async stop() {
      client.close()
      await worker?.stop()
    },
  }
}
