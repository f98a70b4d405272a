import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { scan } from '../../../test/harness/data/scans.ts'
import { openTalk } from '../../../test/harness/data/talk.ts'
import { choosePlan, startLimited, usageOf } from '../../../test/harness/providers/billing.ts'
import { projectFile } from '../../../test/harness/service/process.ts'
import { startService } from '../../../test/harness/service/service.ts'
import { dayMs } from '../../platform/kit/clock.ts'

const limits = {
  free: {
    organizations: 4,
    codes: 5,
    members: 6,
    scans_per_month: 7,
    messages_per_month: 8,
    knowledge_pages: 10,
    knowledge_mb: 11,
    retention_days: 9,
  },
}

test("the usage shows each count beside the plan's limit", async (t) => {
  const { service } = await startLimited(t, limits)
  const id = await service.defaultOrganizationId()
  await createOrganization(service)
  const code = await createCode(service)
  const archived = await createCode(service)
  await service.patch(`/v1/qpr-codes/${archived.id}`, { status: 'archived' })
  await service.keyOf('viewer')
  await service.post(`/v1/organizations/${id}/members`, { email: 'guest@example.com' })
  for (let n = 0; n < 3; n++) await scan(service, code)
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask('Hello')
  await visitor.ask('Hello again')
  assert.deepEqual(await usageOf(service), {
    plan: 'free',
    month: { start: '2099-06-01T00:00:00.000Z', end: '2099-07-01T00:00:00.000Z' },
    organizations: { used: 2, maximum: 4 },
    codes: { used: 1, maximum: 5 },
    members: { used: 3, maximum: 6 },
    scans_per_month: { used: 3, maximum: 7 },
    messages_per_month: { used: 2, maximum: 8 },
    knowledge_pages: { used: 0, maximum: 10 },
    knowledge_mb: { used: 0, maximum: 11 },
    retention_days: 9,
  })
})

test('in the next month scans and messages start at zero, and other counts stay', async (t) => {
  const { service, clock } = await startLimited(t, limits)
  const code = await createCode(service)
  await scan(service, code)
  await (await openTalk(service, code.short_id)).ask('Hello')
  clock.advance(16 * dayMs)
  const { month, codes, scans_per_month, messages_per_month } = await usageOf(service)
  assert.equal(month.start, '2099-07-01T00:00:00.000Z')
  assert.equal(codes.used, 1)
  assert.deepEqual([scans_per_month.used, messages_per_month.used], [0, 0])
})

test('a plan change changes the limits; the use stays', async (t) => {
  const { service } = await startLimited(t, limits)
  await createCode(service)
  await choosePlan(service, 'starter')
  const usage = await usageOf(service)
  assert.equal(usage.plan, 'starter')
  assert.deepEqual(usage.codes, { used: 1, maximum: null })
  assert.equal(usage.retention_days, null)
})

test('each organization has its own use; the number of organizations is that of the caller', async (t) => {
  const { service } = await startLimited(t, limits)
  await createCode(service)
  const other = await createOrganization(service)
  const admin = await service.keyOf('admin', other.id)
  const asOwner = await usageOf(service, other.slug)
  assert.deepEqual([asOwner.codes.used, asOwner.organizations.used], [0, 2])
  const asAdmin = await usageOf(service, other.id, admin)
  // Every account has a default organization of its own.
  assert.equal(asAdmin.organizations.used, 1)
})

test('the plans are listed in the order of the file', async (t) => {
  const settings = { QPR_PLANS_FILE: projectFile('docs/plans.example.json') }
  const service = await startService(t, { settings })
  const viewer = await service.keyOf('viewer')
  const { status, body } = await service.get<{ plans: object[]; provider: string }>('/v1/plans', {
    key: viewer,
  })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['plans', 'provider'])
  assert.equal(body.provider, 'manual')
  const [free, starter, professional, enterprise, ...others] = body.plans
  assert.deepEqual(others, [])
  assert.deepEqual(free, {
    name: 'free',
    limits: {
      organizations: 1,
      codes: 5,
      members: 2,
      scans_per_month: 1000,
      messages_per_month: 200,
      knowledge_pages: 50,
      knowledge_mb: 50,
      retention_days: 30,
    },
    price: null,
    is_for_sale: true,
  })
  assert.deepEqual(starter, {
    name: 'starter',
    limits: {
      organizations: 3,
      codes: 50,
      members: 5,
      scans_per_month: 10_000,
      messages_per_month: 2000,
      knowledge_pages: 500,
      knowledge_mb: 200,
      retention_days: 365,
    },
    price: { amount: 900, currency: 'eur', interval: 'month' },
    is_for_sale: true,
  })
  assert.deepEqual(
    [professional, enterprise].map((plan) => (plan as { name: string }).name),
    ['professional', 'enterprise'],
  )
})
