import { hourMs } from '../../platform/kit/clock.ts'
import { oneAtATime } from '../../platform/kit/one-at-a-time.ts'
import type { LoggedBase, Transaction } from '../../platform/store/database.ts'
import type { Recorder } from '../audit/recorder.ts'
import type { Plans } from '../plans/plans.ts'
import type { ChangePlan } from './change-plan.ts'
import { paymentsUnavailable, type StripeClient } from './stripe.client.ts'
import { isSame, type State, type StripeSubscription, stateOf } from './stripe.state.ts'
import * as store from './stripe.store.ts'
import * as subscriptions from './subscriptions.store.ts'

interface SyncOptions extends LoggedBase {
  plans: Plans
  changePlan: ChangePlan
  recorder: Pick<Recorder, 'byService'>
  client: StripeClient
}

/**
 * `done`: our state equals Stripe's. `unknown-here`: no organization has this customer.
 * `unknown-there`: Stripe does not know the customer, so the key belongs to another account or
 * mode.
 */
type SyncOutcome = 'done' | 'unknown-here' | 'unknown-there'

/**
 * `eventId` is the event that causes the check. It is recorded in the same transaction as its
 * effect.
 */
export type Sync = (customerId: string, eventId: string | null) => Promise<SyncOutcome>

/** In each round another check finished first, so this many rounds indicate another fault. */
const mostRounds = 20

/**
 * Copies the current state from Stripe. It is applied only if no other check finished since the
 * request began; otherwise it is fetched again. The latest state wins, even when events are
 * duplicated, reordered or handled by several processes.
 */
export const createSync = (options: SyncOptions): Sync => {
  const { database, clock, log, plans, changePlan, recorder, client } = options

  const chooserOf = async ({ db }: Transaction, noted: string | null, fallback: string) =>
    (noted && (await subscriptions.findUser(db, noted))) ||
    (await subscriptions.findUser(db, fallback)) || { id: fallback, email: '' }

  const settle = async (
    tx: Transaction,
    seen: subscriptions.SubscriptionRow,
    there: StripeSubscription[],
    eventIds: string[],
  ): Promise<State | 'gone' | 'outdated'> => {
    const { organization_id: id } = seen
    const plan = await subscriptions.holdPlan(tx.db, id)
    const row = await subscriptions.find(tx.db, id)
    if (plan === undefined || !row) return 'gone'
    if (row.version !== seen.version) return 'outdated'
    const state = stateOf(there, plans, { plan, row }, clock.now())
    const { next, counted, reconcileAt } = state
    if (next && !isSame({ plan, row }, next)) {
      const user = await chooserOf(tx, counted?.userId ?? null, row.user_id)
      await changePlan(tx, id, next, user)
      const fields = next.plan === plan ? ['status'] : ['plan', 'status']
      await recorder.byService(tx, {
        action: 'changePlanByStripe',
        organizationId: id,
        user,
        fields,
      })
    } else {
      await store.noteLook(tx.db, id, reconcileAt)
    }
    await store.insertEvents(tx.db, eventIds, clock.now())
    return state
  }

  const round = async (customerId: string, eventIds: string[]): Promise<SyncOutcome | null> => {
    const seen = await store.findByCustomer(database.db, customerId)
    if (!seen) return 'unknown-here'
    const there = await client.subscriptionsOf(customerId)
    const about = { organizationId: seen.organization_id, customerId }
    if (!there) {
      log.error(
        about,
        'Stripe does not know this customer: STRIPE_SECRET_KEY belongs to another account or mode',
      )
      await database.transaction(({ db }) =>
        store.noteLook(db, seen.organization_id, clock.now() + hourMs),
      )
      return 'unknown-there'
    }
    const state = await database.transaction((tx) => settle(tx, seen, there, eventIds))
    if (state === 'outdated') return null
    if (state === 'gone') return 'unknown-here'
    for (const { text, ...details } of state.complaints) log.error({ ...about, ...details }, text)
    return 'done'
  }

  const run = async (customerId: string, asked: (string | null)[]): Promise<SyncOutcome> => {
    const eventIds = [...new Set(asked.filter((id) => id !== null))]
    for (let n = 0; n < mostRounds; n++) {
      const outcome = await round(customerId, eventIds)
      if (outcome) return outcome
    }
    throw paymentsUnavailable()
  }

  return oneAtATime(run)
}
