import { readFileSync } from 'node:fs'
import { limitNames, planNames } from '#contract/plans.ts'
import defaultPlans from './plans.json' with { type: 'json' }
import type { PlanLimits, PlanOffer, PlanPrice, Plans } from './plans.ts'

type Json = Record<string, unknown>

/** Throws an error with one sentence for each mistake in the file. */
export const readPlans = (file: string | null): Plans => {
  const { plans, mistakes } = checkPlans(file === null ? defaultPlans : parse(file))
  if (mistakes.length > 0) throw new Error(`has mistakes:\n  ${mistakes.join('\n  ')}`)
  return plans
}

const parse = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`cannot be read as JSON: ${(error as Error).message}`)
  }
}

/** The plans of a file, and a sentence for each mistake in it. */
export const checkPlans = (content: unknown): { plans: Plans; mistakes: string[] } => {
  const file = asObject(content)
  const mistakes = file
    ? []
    : ['It must be an object with the plans free, starter, professional, enterprise.']
  // A value that is not an object needs no further messages.
  const complain = (sentence: string) => void (file && mistakes.push(sentence))
  refuseOthers(file, planNames, 'is not a plan', '', complain)
  const plans = Object.fromEntries(
    planNames.map((name) => [name, checkPlan(file?.[name], name, complain)]),
  ) as Plans
  refuseRepeatedPrices(plans, complain)
  if (plans.enterprise.limits.organizations !== null) {
    complain('enterprise.limits.organizations must be null: enterprise never limits organizations.')
  }
  if (plans.free.price) complain('free.price must be null: the free plan costs nothing.')
  if (plans.free.stripePriceIds.length > 0) {
    complain('free.stripe_price_ids must be empty: the free plan is not sold.')
  }
  return { plans, mistakes }
}

type Complain = (sentence: string) => void

const checkPlan = (value: unknown, name: string, complain: Complain): PlanOffer => {
  const plan = asObject(value)
  if (!plan) complain(`${name} is missing: it must be an object with limits and a price.`)
  refuseOthers(plan, ['limits', 'price', 'stripe_price_ids'], 'is not known', `${name}.`, complain)
  return {
    limits: checkLimits(plan?.limits ?? {}, `${name}.limits`, complain),
    price: checkPrice(plan?.price ?? null, `${name}.price`, complain),
    stripePriceIds: checkPriceIds(
      plan?.stripe_price_ids ?? [],
      `${name}.stripe_price_ids`,
      complain,
    ),
  }
}

const checkLimits = (value: unknown, at: string, complain: Complain): PlanLimits => {
  const limits = asObject(value)
  if (!limits) complain(`${at} must be an object of limits.`)
  refuseOthers(limits, limitNames, 'is not a limit', `${at}.`, complain)
  const entries = limitNames.map((name) => {
    const limit = limits?.[name] ?? null
    // Every account has one organization, and every organization an owner.
    const least =
      name === 'organizations' || name === 'members' || name === 'retention_days' ? 1 : 0
    if (limit === null || (isCount(limit) && limit >= least)) return [name, limit]
    complain(`${at}.${name} must be a whole number from ${least} on, or null for unlimited.`)
    return [name, null]
  })
  return Object.fromEntries(entries) as PlanLimits
}

const checkPrice = (value: unknown, at: string, complain: Complain): PlanPrice | null => {
  if (value === null) return null
  const price = asObject(value)
  refuseOthers(price, ['amount', 'currency', 'interval'], 'is not known', `${at}.`, complain)
  const { amount, currency, interval } = price ?? {}
  if (!isCount(amount)) complain(`${at}.amount must be a whole number of cents, such as 900.`)
  if (typeof currency !== 'string' || !/^[a-z]{3}$/.test(currency)) {
    complain(`${at}.currency must be three lower-case letters, such as eur.`)
  }
  if (interval !== 'month' && interval !== 'year') complain(`${at}.interval must be month or year.`)
  return { amount, currency, interval } as PlanPrice
}

const checkPriceIds = (value: unknown, at: string, complain: Complain): string[] => {
  const ids = Array.isArray(value) ? value : [value]
  if (ids.every((id) => typeof id === 'string' && /^price_\w+$/.test(id))) return ids
  complain(`${at} must be a list of price ids of Stripe, such as price_1Abc.`)
  return []
}

const refuseRepeatedPrices = (plans: Plans, complain: Complain) => {
  const all = planNames.flatMap((name) => plans[name].stripePriceIds)
  for (const id of new Set(all.filter((one, i) => all.indexOf(one) !== i))) {
    complain(`${id} is in stripe_price_ids twice: a price belongs to one plan.`)
  }
}

const refuseOthers = (
  object: Json | null | undefined,
  known: readonly string[],
  what: string,
  prefix: string,
  complain: Complain,
) => {
  for (const name of Object.keys(object ?? {})) {
    if (!known.includes(name)) complain(`${prefix}${name} ${what}; there are ${known.join(', ')}.`)
  }
}

const asObject = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0
