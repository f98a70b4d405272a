import type { Plan } from '../../storage/tables.ts'

/** From the least to the most. */
export const planNames = ['free', 'starter', 'professional', 'enterprise'] as const satisfies Plan[]

/** What a plan may limit. */
export const limitNames = [
  'organizations',
  'codes',
  'members',
  'scans_per_month',
  'messages_per_month',
  'retention_days',
] as const
export type LimitName = (typeof limitNames)[number]

/** Null: none. */
export type PlanLimits = Record<LimitName, number | null>

export interface Price {
  /** In the smallest unit of the currency, as Stripe counts. */
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

/** What a change of plan means to an owner. */
export const meaningOf = (plans: Plans, { plan, previousPlan, cancelAt }: PlanChange) => ({
  isUpgrade: rankOf(plan) > rankOf(previousPlan),
  retentionDays: plans[cancelAt === null ? plan : 'free'].limits.retention_days,
})

/** The cheapest plan that allows this much, or null where none does. */
export const planFor = (plans: Plans, limit: LimitName, use: number): Plan | null =>
  planNames.find((name) => isWithin(plans[name].limits[limit], use)) ?? null

export const isWithin = (maximum: number | null, use: number): boolean =>
  maximum === null || use <= maximum

/** The best of some plans; free where there are none. */
export const bestOf = (owned: Plan[]): Plan =>
  planNames.findLast((name) => owned.includes(name)) ?? 'free'
