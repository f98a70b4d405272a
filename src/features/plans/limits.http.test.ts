import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { plansFile } from '../../../test/harness/providers/plans.ts'
import { startService } from '../../../test/harness/service/service.ts'

interface Limited {
  code: string
  detail: string
  limit: object
}

const codeInput = { name: 'Table', prompt: 'Be kind.' }

const start = async (t: TestContext, limits: object) =>
  await startService(t, { settings: { QPR_PLANS_FILE: await plansFile(t, limits) } })

test("a code beyond the plan's limit gets 402 with the limit, the use and the plan that allows it", async (t) => {
  const service = await start(t, { free: { codes: 2 }, starter: { codes: 2 } })
  await createCode(service)
  await createCode(service)
  const { status, body } = await service.post<Limited>('/v1/qpr-codes', codeInput)
  assert.equal(status, 402)
  assert.equal(body.code, 'plan_limit_reached')
  assert.equal(
    body.detail,
    'The plan free includes 2 active codes. The plan professional is large enough.',
  )
  assert.deepEqual(body.limit, {
    name: 'codes',
    maximum: 2,
    used: 2,
    plan: 'free',
    sufficient_plan: 'professional',
  })
})

test('parallel requests cannot exceed the limit of codes', async (t) => {
  const service = await start(t, { free: { codes: 5 } })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => service.post('/v1/qpr-codes', codeInput)),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 5)
  assert.equal(answers.filter(({ status }) => status === 402).length, 15)
  const { body } = await service.get<{ total: number }>('/v1/qpr-codes')
  assert.equal(body.total, 5)
})

test('a bulk creation succeeds only when the plan allows all of its codes', async (t) => {
  const service = await start(t, { free: { codes: 3 } })
  const four = { codes: Array.from({ length: 4 }, () => codeInput) }
  const { status, body } = await service.post<Limited>('/v1/qpr-codes/bulk', four)
  assert.equal(status, 402)
  assert.deepEqual(body.limit, {
    name: 'codes',
    maximum: 3,
    used: 0,
    plan: 'free',
    sufficient_plan: 'starter',
  })
  assert.equal((await service.get<{ total: number }>('/v1/qpr-codes')).body.total, 0)
})

test('an archived code does not count toward the limit, but restoring it does', async (t) => {
  const service = await start(t, { free: { codes: 1 } })
  const first = await createCode(service)
  await service.patch(`/v1/qpr-codes/${first.id}`, { status: 'archived' })
  await createCode(service)
  const back = await service.patch(`/v1/qpr-codes/${first.id}`, { status: 'active' })
  assert.equal(back.status, 402)
  const { body } = await service.get<{ status: string }>(`/v1/qpr-codes/${first.id}`)
  assert.equal(body.status, 'archived')
})

test('a code cannot move to an organization that has reached its limit', async (t) => {
  const service = await start(t, { free: { codes: 1 } })
  const { body: other } = await service.post<{ id: string }>('/v1/organizations', { name: 'Other' })
  const moved = await createCode(service)
  await createCode(service, { organization_id: other.id })
  const move = await service.patch(`/v1/qpr-codes/${moved.id}`, { organization_id: other.id })
  assert.equal(move.status, 402)
})

test('parallel invitations cannot exceed the limit of members, and an open invitation counts', async (t) => {
  const service = await start(t, { free: { members: 3 } })
  const path = `/v1/organizations/${await service.defaultOrganizationId()}/members`
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => service.post(path, { email: `guest${i}@example.com` })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 2)
  assert.equal(answers.filter(({ status }) => status === 402).length, 8)
})

test('an invitation can be renewed when the limit of members is reached', async (t) => {
  const service = await start(t, { free: { members: 2 } })
  const path = `/v1/organizations/${await service.defaultOrganizationId()}/members`
  assert.equal((await service.post(path, { email: 'ana@example.com' })).status, 200)
  assert.equal((await service.post(path, { email: 'ANA@example.com' })).status, 200)
  assert.equal((await service.post(path, { email: 'ben@example.com' })).status, 402)
})

test('parallel requests cannot exceed the limit of organizations of an account', async (t) => {
  const service = await start(t, { free: { organizations: 3 } })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => service.post('/v1/organizations', { name: 'One more' })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 2)
  assert.equal(answers.filter(({ status }) => status === 402).length, 8)
})

test('the best plan of an account decides how many organizations it may own', async (t) => {
  const service = await start(t, {
    free: { organizations: 1 },
    starter: { organizations: 2 },
  })
  const id = await service.defaultOrganizationId()
  assert.equal((await service.post('/v1/organizations', { name: 'Second' })).status, 402)
  await service.request('PUT', `/v1/organizations/${id}/subscription`, {
    body: { plan: 'starter' },
  })
  assert.equal((await service.post('/v1/organizations', { name: 'Second' })).status, 201)
  assert.equal((await service.post('/v1/organizations', { name: 'Third' })).status, 402)
})

test('a downgrade below the current use deletes nothing, and only new items are refused', async (t) => {
  const service = await start(t, { free: { codes: 1, members: 1 } })
  const id = await service.defaultOrganizationId()
  const path = `/v1/organizations/${id}/subscription`
  await service.request('PUT', path, { body: { plan: 'professional' } })
  await createCode(service)
  await createCode(service)
  await service.keyOf('viewer')
  assert.equal((await service.request('DELETE', path)).status, 200)
  assert.equal((await service.get<{ total: number }>('/v1/qpr-codes')).body.total, 2)
  const members = await service.get<{ members: object[] }>(`/v1/organizations/${id}/members`)
  assert.equal(members.body.members.length, 2)
  assert.equal((await service.post('/v1/qpr-codes', codeInput)).status, 402)
})

test('without a plans file nothing is limited', async (t) => {
  const service = await startService(t)
  const { body } = await service.get<{ plans: { limits: Record<string, null> }[] }>('/v1/plans')
  for (const { limits } of body.plans) {
    assert.deepEqual(new Set(Object.values(limits)), new Set([null]))
  }
})
