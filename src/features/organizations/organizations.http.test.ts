import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import {
  countRows,
  createCode,
  createKey,
  createOrganization,
  type Organization,
  type Organizations,
  type OrganizationView,
} from '../../../test/harness/data/given.ts'
import { fakeClock, startOwnService, startService } from '../../../test/harness/service/shared.ts'

test('creating an organization answers 201 with exactly the fields of the contract', async (t) => {
  const service = await startService(t, { clock: fakeClock('2026-01-31T12:00:00Z') })
  const { status, body } = await service.post<Organization>('/v1/organizations', {
    name: 'Harbour Hotels',
    slug: 'harbour',
    metadata: { region: 'north' },
  })
  assert.equal(status, 201)
  assert.match(body.id, /^org_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.deepEqual(body, {
    id: body.id,
    name: 'Harbour Hotels',
    slug: 'harbour',
    plan: 'free',
    qpr_codes_count: 0,
    members_count: 1,
    created_at: '2026-01-31T12:00:00.000Z',
  })
})

test("the detail view adds the metadata and the caller's role, owner for the creator", async (t) => {
  const service = await startService(t)
  const metadata = { region: 'north', list: [1, null] }
  const organization = await createOrganization(service, { metadata })
  const { status, body } = await service.get<OrganizationView>(
    `/v1/organizations/${organization.id}`,
  )
  assert.equal(status, 200)
  assert.deepEqual(body, { ...organization, metadata, role: 'owner' })
})

test('the list shows every organization that the key reaches, and their number', async (t) => {
  const service = await startService(t)
  const first = (await service.get<Organizations>('/v1/organizations')).body
  const second = await createOrganization(service)
  const { status, body } = await service.get<Organizations>('/v1/organizations')
  assert.equal(status, 200)
  assert.deepEqual(body, { organizations: [...first.organizations, second], total: 2 })
})

test('the list leaves out the organizations of others', async (t) => {
  const service = await startOwnService(t)
  const mine = await createOrganization(service)
  const other = await service.keyOf('viewer', mine.id, 'other@example.com')
  await createOrganization(service, { name: 'Theirs alone' }, other)
  const names = async (key: string) =>
    (await service.get<Organizations>('/v1/organizations', { key })).body.organizations
      .map(({ name }) => name)
      .sort()
  assert.deepEqual(await names(service.key), ['Harbour Hotels', 'owner’s organization'])
  assert.deepEqual(await names(other), ['Harbour Hotels', 'Theirs alone', 'other’s organization'])
})

test('a key restricted to an organization lists only that one', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const { key } = await createKey(service, { organization_id: id })
  const { body } = await service.get<Organizations>('/v1/organizations', { key })
  assert.deepEqual([body.organizations.map((one) => one.id), body.total], [[id], 1])
})

for (const narrowing of ['organization_id', 'role', 'expires_at'] as const) {
  test(`a key restricted by ${narrowing} cannot create an organization`, async (t) => {
    const service = await startOwnService(t)
    const fields = {
      organization_id: await service.defaultOrganizationId(),
      role: 'owner',
      expires_at: '2999-01-01T00:00:00Z',
    }
    const { key } = await createKey(service, { [narrowing]: fields[narrowing] })
    const answer = await service.post('/v1/organizations', { name: 'More' }, { key })
    assertRefused(answer, { status: 403, code: 'key_is_narrowed' })
    assert.equal(await countRows(service, 'organizations'), 1)
  })
}

test('qpr_codes_count counts active and archived codes, members_count the members', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  await createCode(service, { organization_id: id })
  const archived = await createCode(service, { organization_id: id })
  await service.patch(`/v1/qpr-codes/${archived.id}`, { status: 'archived' })
  await service.keyOf('editor', id)
  const { body } = await service.get<Organizations>('/v1/organizations')
  const counted = body.organizations.find((one) => one.id === id)
  assert.deepEqual([counted?.qpr_codes_count, counted?.members_count], [2, 2])
})

test('every path with the id of an organization accepts its slug', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service, { slug: 'pier' })
  for (const path of ['', '/members', '/invitations']) {
    const bySlug = await service.get<object>(`/v1/organizations/pier${path}`)
    assert.equal(bySlug.status, 200)
    const byId = await service.get<object>(`/v1/organizations/${id}${path}`)
    assert.deepEqual(bySlug.body, byId.body)
  }
  assert.equal((await service.patch('/v1/organizations/pier', { name: 'New' })).status, 200)
  const invitation = { email: 'ana@example.com' }
  assert.equal((await service.post('/v1/organizations/pier/members', invitation)).status, 200)
  assert.equal((await service.delete('/v1/organizations/pier')).status, 204)
})

test('name, slug and metadata can be changed independently', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service, { metadata: { a: 1 } })
  const address = `/v1/organizations/${id}`
  let expected = (await service.get<OrganizationView>(address)).body
  for (const change of [{ name: 'New' }, { slug: 'new-slug' }, { metadata: { b: [2] } }, {}]) {
    expected = { ...expected, ...change }
    const { status, body } = await service.patch<OrganizationView>(address, change)
    assert.equal(status, 200)
    assert.deepEqual(body, expected)
    assert.deepEqual((await service.get<OrganizationView>(address)).body, expected)
  }
})

test('plan, id and counts are read-only', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const { body: before } = await service.get<OrganizationView>(`/v1/organizations/${id}`)
  const { body } = await service.patch<OrganizationView>(`/v1/organizations/${id}`, {
    id: 'org_other',
    plan: 'enterprise',
    qpr_codes_count: 9,
    members_count: 9,
    role: 'viewer',
  })
  assert.deepEqual(body, before)
})

test('a deleted organization disappears with its codes, members, invitations and keys', async (t) => {
  const service = await startOwnService(t)
  const organization = await createOrganization(service)
  const kept = await createCode(service)
  const code = await createCode(service, { organization_id: organization.id })
  const { key } = await createKey(service, { organization_id: organization.id })
  await service.keyOf('editor', organization.id)
  await service.post(`/v1/organizations/${organization.id}/members`, { email: 'a@example.com' })
  const { status, text } = await service.delete(`/v1/organizations/${organization.id}`)
  assert.deepEqual([status, text], [204, ''])
  assert.equal((await service.get(`/v1/organizations/${organization.id}`)).status, 404)
  assert.equal((await service.get(`/v1/qpr-codes/${code.id}`)).status, 404)
  assert.equal((await service.get('/v1/organizations', { key })).status, 401)
  assert.equal((await service.get(`/v1/qpr-codes/${kept.id}`)).status, 200)
  // The own organizations of the owner and the editor remain, with one member each.
  assert.equal(await countRows(service, 'organizations'), 2)
  assert.equal(await countRows(service, 'members'), 2)
  assert.equal(await countRows(service, 'invitations'), 0)
})

test('the default organization of an account cannot be deleted', async (t) => {
  const service = await startService(t)
  const id = await service.defaultOrganizationId()
  const answer = await service.delete(`/v1/organizations/${id}`)
  assertRefused(answer, { status: 409, code: 'default_organization' })
  assert.equal((await service.get(`/v1/organizations/${id}`)).status, 200)
})

test('an owner cannot delete the default organization of another account', async (t) => {
  const service = await startService(t)
  const id = await service.defaultOrganizationId()
  const key = await service.keyOf('owner', id, 'second@example.com')
  const answer = await service.delete(`/v1/organizations/${id}`, { key })
  assertRefused(answer, { status: 409, code: 'default_organization' })
})

test('an unknown organization gets 404 on every path', async (t) => {
  const service = await startService(t)
  for (const id of ['org_01JB0000000000000000000000', 'nowhere', '%00', 'org_%00', '🏨']) {
    for (const path of ['', '/members', '/invitations']) {
      assert.equal((await service.get(`/v1/organizations/${id}${path}`)).status, 404)
    }
    assert.equal((await service.patch(`/v1/organizations/${id}`, { name: 'New' })).status, 404)
    assert.equal((await service.delete(`/v1/organizations/${id}`)).status, 404)
  }
})

test('an object that is created while its organization is deleted is created before, or gets 404', async (t) => {
  const service = await startOwnService(t)
  for (let round = 0; round < 10; round++) {
    const { id: organization_id } = await createOrganization(service)
    const [removed, ...made] = await Promise.all([
      service.delete(`/v1/organizations/${organization_id}`),
      service.post('/v1/qpr-codes', { name: 'a', prompt: 'b', organization_id }),
      service.post('/v1/api-keys', { name: 'a', organization_id }),
      service.post(`/v1/organizations/${organization_id}/members`, { email: 'ana@example.com' }),
    ])
    assert.equal(removed.status, 204)
    for (const { status, text } of made) assert.ok([200, 201, 404].includes(status), text)
  }
  for (const table of ['codes', 'events', 'invitations'] as const) {
    assert.equal(await countRows(service, table), 0)
  }
})
