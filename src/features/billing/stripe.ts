import type { LoggedBase } from '../../platform/store/database.ts'
import type { Recorder } from '../audit/recorder.ts'
import type { Plans } from '../plans/plans.ts'
import type { ChangePlan } from './change-plan.ts'
import { createStripeClient, type StripeSettings } from './stripe.client.ts'
import { createStripeEvents } from './stripe.events.ts'
import { createStripePayments } from './stripe.payments.ts'
import { createReconciler } from './stripe.reconcile.ts'
import { createSync } from './stripe.sync.ts'

interface StripeOptions extends LoggedBase {
  settings: StripeSettings
  plans: Plans
  changePlan: ChangePlan
  recorder: Pick<Recorder, 'byService'>
}

export type StripeBilling = Awaited<ReturnType<typeof createStripeBilling>>

/** Payments through Stripe. */
export const createStripeBilling = async (options: StripeOptions) => {
  const { settings, database, clock, log, plans, changePlan, recorder } = options
  const client = await createStripeClient(settings, clock, log)
  const sync = createSync({ database, clock, log, plans, changePlan, recorder, client })
  const reconciler = createReconciler({ database, clock, log, sync })
  return {
    payments: createStripePayments({ database, clock, plans, client, sync }),
    receive: createStripeEvents({ database, log, client, sync }),
    /** Checks the due customers. Returns the milliseconds until the next check. */
    reconcile: reconciler.round,
    start: reconciler.start,
    async stop() {
      client.close()
      await reconciler.stop()
    },
  }
}
