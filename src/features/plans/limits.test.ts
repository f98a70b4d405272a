import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LimitName } from '#contract/plans.ts'
import type { Service } from '../../platform/context.ts'
import { type PlanLimits, type Plans, requireQuota } from './plans.ts'

/** Every plan has these limits. */
const serviceWith = (limits: Partial<PlanLimits>) => {
  const offer = { limits: limits as PlanLimits, price: null, stripePriceIds: [] }
  const plans: Plans = { free: offer, starter: offer, professional: offer, enterprise: offer }
  return { service: { plans } as Service }
}

test('a refusal names one and several of what the plan includes', () => {
  const included: Partial<Record<LimitName, [one: string, several: string]>> = {
    organizations: ['1 organization for one account', '2 organizations for one account'],
    codes: ['1 active code', '2 active codes'],
    members: ['1 member, open invitations included', '2 members, open invitations included'],
    knowledge_pages: ['1 page of knowledge', '2 pages of knowledge'],
  }
  for (const [name, texts] of Object.entries(included) as [LimitName, string[]][]) {
    for (const [at, text] of texts.entries()) {
      const maximum = at + 1
      const context = serviceWith({ [name]: maximum })
      requireQuota(context, 'free', name, maximum - 1)
      assert.throws(() => requireQuota(context, 'free', name, maximum), {
        code: 'plan_limit_reached',
        message: `The plan free includes ${text}. No plan allows more.`,
      })
    }
  }
})
