// Organizations on plans: limits, use and mails to owners.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Static } from 'typebox'
import type { SubscriptionSchema, UsageSchema } from '../../../src/features/billing/billing.api.ts'
import type { Plan } from '../../../src/platform/store/tables.ts'
import type { Environment } from '../../../src/service/config/config.ts'
import { fakeClock, type Service, startService } from '../service/service.ts'
import { plansFile } from './plans.ts'

export type Subscription = Static<typeof SubscriptionSchema>
export type Usage = Static<typeof UsageSchema>

/** A service whose plans have these limits, at noon on 15 June 2099. */
export const startLimited = async (
  t: TestContext,
  limits: object,
  settings: Environment = {},
  clock = fakeClock('2099-06-15T12:00:00Z'),
) => {
  const file = await plansFile(t, limits)
  const service = await startService(t, { clock, settings: { QPR_PLANS_FILE: file, ...settings } })
  return { service, clock }
}

export const subscriptionPath = async (service: Service, organizationId?: string) =>
  `/v1/organizations/${organizationId ?? (await service.defaultOrganizationId())}/subscription`

export const choosePlan = async (service: Service, plan: Plan, organizationId?: string) => {
  const path = await subscriptionPath(service, organizationId)
  const answer = await service.request<Subscription>('PUT', path, { body: { plan } })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

export const usageOf = async (service: Service, organizationId?: string, key = service.key) => {
  const id = organizationId ?? (await service.defaultOrganizationId())
  const answer = await service.get<Usage>(`/v1/organizations/${id}/usage`, { key })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** Kind and recipient of every mail, in the order of creation. */
export const mailsWritten = async ({ database }: Service): Promise<string[]> => {
  const rows = await database.db
    .selectFrom('mails')
    .select(['kind', 'recipient'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, recipient }) => `${kind} ${recipient}`)
}
