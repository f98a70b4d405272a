import { auditOwnChange, runUnaudited } from '../../platform/change.ts'
import type { Change, Service } from '../../platform/context.ts'
import { hourMs } from '../../platform/kit/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { plansOf } from '../plans/plans.ts'
import * as store from './billing.store.ts'
import { changePlan } from './change-plan.ts'
import { paymentsUnavailable, type StripeClient } from './stripe.client.ts'
import { isSame, type State, type StripeSubscription, subscriptionStateOf } from './stripe.state.ts'

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
const maxRounds = 20

/** The user whom Stripe names, or else the one who chose the plan before. */
const chooserOf = async (db: Db, named: string | null, fallback: string) =>
  (named && (await store.findUser(db, named))) ||
  (await store.findUser(db, fallback)) || { id: fallback, email: '' }

/** Applies what Stripe has answered, unless the row has changed since it was `seen`. */
const settle = async (
  change: Change<null>,
  seen: store.SubscriptionRow,
  there: StripeSubscription[],
  eventIds: string[],
): Promise<State | 'gone' | 'outdated'> => {
  const { db } = change
  const { organization_id: id } = seen
  const plan = await store.lockPlan(db, id)
  const row = await store.find(db, id)
  if (plan === undefined || !row) return 'gone'
  if (row.version !== seen.version) return 'outdated'
  const state = subscriptionStateOf(there, plansOf(change), { plan, row }, change.now())
  const { next, counted, reconcileAt } = state
  if (next && !isSame({ plan, row }, next)) {
    const user = await chooserOf(db, counted?.userId ?? null, row.user_id)
    await changePlan(change, id, next, user)
    const fields = next.plan === plan ? ['status'] : ['plan', 'status']
    await auditOwnChange(change, {
      action: 'changePlanByStripe',
      organizationId: id,
      user,
      fields,
    })
  } else {
    await store.markChecked(db, id, reconcileAt)
  }
  await store.insertEvents(db, eventIds, change.now())
  return state
}

/**
 * Copies the current state from Stripe. It is applied only if no other check finished since the
 * request began; otherwise it is fetched again. The latest state wins, even when events are
 * duplicated, reordered or handled by several processes.
 */
export const createSync = (service: Service, client: StripeClient): Sync => {
  const { database, clock, log } = service

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
        store.markChecked(db, seen.organization_id, clock.now() + hourMs),
      )
      return 'unknown-there'
    }
    const state = await runUnaudited(service, (change) => settle(change, seen, there, eventIds))
    if (state === 'outdated') return null
    if (state === 'gone') return 'unknown-here'
    for (const { text, ...details } of state.complaints) log.error({ ...about, ...details }, text)
    return 'done'
  }

  const run = async (customerId: string, asked: (string | null)[]): Promise<SyncOutcome> => {
    const eventIds = [...new Set(asked.filter((id) => id !== null))]
    for (let n = 0; n < maxRounds; n++) {
      const outcome = await round(customerId, eventIds)
      if (outcome) return outcome
    }
    throw paymentsUnavailable()
  }

  return oneAtATime(run)
}

/**
 * One run at a time for each key. All callers that arrive during a run share the next one. It
 * begins after their calls, so it sees the effects that each of them depends on.
 */
export const oneAtATime = <Item, Result>(
  run: (key: string, items: Item[]) => Promise<Result>,
): ((key: string, item: Item) => Promise<Result>) => {
  const running = new Map<string, Promise<Result>>()
  const waiting = new Map<string, { items: Item[]; result: Promise<Result> }>()

  const next = async (key: string, items: Item[]): Promise<Result> => {
    // The result of the run before is reported to its own callers.
    await running.get(key)?.catch(() => undefined)
    waiting.delete(key)
    const result = run(key, items)
    running.set(key, result)
    try {
      return await result
    } finally {
      if (running.get(key) === result) running.delete(key)
    }
  }

  return (key, item) => {
    const known = waiting.get(key)
    if (known) {
      known.items.push(item)
      return known.result
    }
    const items = [item]
    const result = next(key, items)
    waiting.set(key, { items, result })
    return result
  }
}
