import { type LimitName, type Plan, planNames } from '#contract/plans.ts'
import type { Context } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'

/** Null: unlimited. */
export type PlanLimits = Record<LimitName, number | null>

export interface PlanPrice {
  /** In the smallest unit of the currency, as at Stripe. */
  amount: number
  currency: string
  interval: 'month' | 'year'
}

export interface PlanOffer {
  limits: PlanLimits
  price: PlanPrice | null
  stripePriceIds: string[]
}

export type Plans = Record<Plan, PlanOffer>

export const rankOf = (plan: Plan): number => planNames.indexOf(plan)

interface PlanChange {
  plan: Plan
  previousPlan: Plan
  cancelAt: number | null
}

/** The effect of a plan change for the owner. */
export const meaningOf = (plans: Plans, { plan, previousPlan, cancelAt }: PlanChange) => ({
  isUpgrade: rankOf(plan) > rankOf(previousPlan),
  retentionDays: plans[cancelAt === null ? plan : 'free'].limits.retention_days,
})

/** The cheapest plan that allows this amount, or null. */
const planFor = (plans: Plans, limit: LimitName, use: number): Plan | null =>
  planNames.find((name) => isWithin(plans[name].limits[limit], use)) ?? null

const isWithin = (maximum: number | null, use: number): boolean =>
  maximum === null || use <= maximum

/** The plan of an account: the best of those of its organizations, or `free`. */
export const bestOf = (owned: Plan[]): Plan =>
  planNames.findLast((name) => owned.includes(name)) ?? 'free'

declare module '../../platform/context.ts' {
  interface Service {
    plans: Plans
  }
}

/** The maximum that a plan includes; null: unlimited. */
export const planLimit = (
  { service }: Pick<Context<unknown>, 'service'>,
  plan: Plan,
  name: LimitName,
) => service.plans[plan].limits[name]

/** All plans with their limits and prices. */
export const plansOf = ({ service }: Pick<Context<unknown>, 'service'>): Plans => service.plans

/**
 * Refuses `more` items that the plan does not include. The caller holds the lock on the row that
 * counts the use.
 */
export const requireQuota = (
  { service: { plans } }: Pick<Context<unknown>, 'service'>,
  plan: Plan,
  name: LimitName,
  used: number,
  more = 1,
) => {
  const maximum = plans[plan].limits[name]
  if (isWithin(maximum, used + more)) return
  throw limitReached(plans, plan, { name, maximum: maximum ?? 0, used, more })
}

const what: Record<LimitName, (maximum: number) => string> = {
  organizations: (n) => `${n} ${n === 1 ? 'organization' : 'organizations'} for one account`,
  codes: (n) => `${n} active ${n === 1 ? 'code' : 'codes'}`,
  members: (n) => `${n} ${n === 1 ? 'member' : 'members'}, open invitations included`,
  scans_per_month: (n) => `${n} scans a month`,
  messages_per_month: (n) => `${n} messages a month`,
  knowledge_pages: (n) => `${n} ${n === 1 ? 'page' : 'pages'} of knowledge`,
  knowledge_mb: (n) => `${n} MB of files`,
  retention_days: (n) => `${n} days of history`,
}

interface Reached {
  name: LimitName
  maximum: number
  used: number
  more: number
}

const limitReached = (plans: Plans, plan: Plan, { name, maximum, used, more }: Reached) => {
  const sufficient = planFor(plans, name, used + more)
  const way = sufficient ? `The plan ${sufficient} is large enough.` : 'No plan allows more.'
  return problem(
    402,
    'plan_limit_reached',
    `The plan ${plan} includes ${what[name](maximum)}. ${way}`,
    { extra: { limit: { name, maximum, used, plan, sufficient_plan: sufficient } } },
  )
}
