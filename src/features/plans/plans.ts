import { type LimitName, type Plan, planNames } from '#contract/plans.ts'

/** Null: unlimited. */
export type PlanLimits = Record<LimitName, number | null>

export interface Price {
  /** In the smallest unit of the currency, as at Stripe. */
  amount: number
  currency: string
  interval: 'month' | 'year'
}

export interface PlanOffer {
  limits: PlanLimits
  price: Price | null
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
export const planFor = (plans: Plans, limit: LimitName, use: number): Plan | null =>
  planNames.find((name) => isWithin(plans[name].limits[limit], use)) ?? null

export const isWithin = (maximum: number | null, use: number): boolean =>
  maximum === null || use <= maximum

/** The best of several plans; `free` when the list is empty. */
export const bestOf = (owned: Plan[]): Plan =>
  planNames.findLast((name) => owned.includes(name)) ?? 'free'
