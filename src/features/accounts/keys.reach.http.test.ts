import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import {
  type CodeView,
  createCode,
  createKey,
  createOrganization,
  type Key,
  type KeyView,
  memberWith,
} from '../../../test/harness/data/given.ts'
import {
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'
import { byCommand, runChange } from '../../platform/change.ts'
import * as rules from './keys.ts'

const wider = { status: 403, code: 'wider_key' }
const soon = '2998-01-01T00:00:00.000Z'
const later = '2999-01-01T00:00:00.000Z'

const idsSeen = async (service: Service, key: string, query = '') =>
  (await service.get<{ keys: Key[] }>(`/v1/api-keys${query}`, { key })).body.keys.map(
    ({ id }) => id,
  )

const viewOf = async (service: Service, id: string, key = service.key) =>
  (await service.get<KeyView>(`/v1/api-keys/${id}`, { key })).body

test("a key reaches every organization of its user, with the user's role there", async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const viewer = await service.keyOf('viewer', id)
  assert.equal((await service.get(`/v1/organizations/${id}`, { key: viewer })).status, 200)
  const there = { name: 'a', prompt: 'b', organization_id: id }
  assert.equal((await service.post('/v1/qpr-codes', there, { key: viewer })).status, 403)
  const here = { name: 'a', prompt: 'b' }
  assert.equal((await service.post('/v1/qpr-codes', here, { key: viewer })).status, 200)
})

test('a key restricted to an organization uses it by default, and reaches no other', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const elsewhere = await createCode(service)
  const { key } = await createKey(service, { organization_id: id })
  const code = await createCode(service, {}, key)
  const { body } = await service.get<CodeView>(`/v1/qpr-codes/${code.id}`, { key })
  assert.equal(body.organization_id, id)
  assert.equal((await service.get(`/v1/qpr-codes/${elsewhere.id}`, { key })).status, 404)
  const other = await service.defaultOrganizationId()
  assert.equal((await service.get(`/v1/organizations/${other}`, { key })).status, 404)
  const named = { name: 'a', prompt: 'b', organization_id: other }
  assert.equal((await service.post('/v1/qpr-codes', named, { key })).status, 404)
  assert.equal((await service.get(`/v1/qpr-codes?organization_id=${other}`, { key })).status, 404)
})

test('a role restricts a key', async (t) => {
  const service = await startService(t)
  const { key } = await createKey(service, { role: 'viewer' })
  assert.equal((await service.get('/v1/qpr-codes', { key })).status, 200)
  assert.equal(
    (await service.post('/v1/qpr-codes', { name: 'a', prompt: 'b' }, { key })).status,
    403,
  )
})

test('a role never gives a key more permissions than its user has', async (t) => {
  const service = await startService(t)
  const viewer = await service.keyOf('viewer')
  const organization_id = await service.defaultOrganizationId()
  const { key } = await createKey(service, { role: 'owner', organization_id }, viewer)
  assert.equal(
    (await service.post('/v1/qpr-codes', { name: 'a', prompt: 'b' }, { key })).status,
    403,
  )
})

test('the key of a removed member no longer reaches the organization', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const { key } = await createKey(
    service,
    { organization_id: id },
    await service.keyOf('admin', id, 'ana@example.com'),
  )
  assert.equal((await service.get('/v1/qpr-codes', { key })).status, 200)
  const member = await memberWith(service, id, 'ana@example.com')
  await service.delete(`/v1/organizations/${id}/members/${member.id}`)
  assert.equal((await service.get('/v1/qpr-codes', { key })).status, 404)
})

test('a new key inherits the restrictions of the key that creates it', async (t) => {
  const service = await startService(t)
  const organization_id = await service.defaultOrganizationId()
  const narrowing = { organization_id, role: 'editor', expires_at: soon } as const
  const { key } = await createKey(service, narrowing)
  const { id } = await createKey(service, {}, key)
  const { role, expires_at, organization_id: organization } = await viewOf(service, id)
  assert.deepEqual({ organization_id: organization, role, expires_at }, narrowing)
})

test('a key cannot create a key with more permissions', async (t) => {
  const service = await startService(t)
  const organization_id = await service.defaultOrganizationId()
  const other = await createOrganization(service)
  const make = async (narrowing: object, asked: object) => {
    const { key } = await createKey(service, narrowing)
    return await service.post('/v1/api-keys', { name: 'wider', ...asked }, { key })
  }
  assertRefused(await make({ role: 'editor' }, { role: 'admin' }), wider)
  assertRefused(await make({ expires_at: soon }, { expires_at: later }), wider)
  assert.equal((await make({ organization_id }, { organization_id: other.id })).status, 404)
  assert.equal((await make({ role: 'editor' }, { role: 'viewer' })).status, 201)
  assert.equal((await make({ expires_at: later }, { expires_at: soon })).status, 201)
  assert.equal((await make({ organization_id }, { organization_id })).status, 201)
})

test('a key cannot see, revoke or rotate a key with more permissions, even of its own user', async (t) => {
  const service = await startService(t)
  const organization_id = await service.defaultOrganizationId()
  const other = await createOrganization(service)
  const pairs = {
    'one organization and none': [{ organization_id }, {}],
    'one organization and another': [{ organization_id }, { organization_id: other.id }],
    'a role and none': [{ role: 'admin' }, {}],
    'a role and a higher one': [{ role: 'admin' }, { role: 'owner' }],
    'an expiry and none': [{ expires_at: soon }, {}],
    'an expiry and a later one': [{ expires_at: soon }, { expires_at: later }],
  }
  for (const [name, [narrow, wide]] of Object.entries(pairs)) {
    await t.test(name, async () => {
      const { key } = await createKey(service, narrow)
      const { id, key: widerKey } = await createKey(service, wide)
      assert.ok(!(await idsSeen(service, key)).includes(id))
      assert.equal((await service.get(`/v1/api-keys/${id}`, { key })).status, 404)
      assert.equal((await service.delete(`/v1/api-keys/${id}`, { key })).status, 404)
      assert.equal((await service.post(`/v1/api-keys/${id}/rotate`, {}, { key })).status, 404)
      assert.equal((await service.get('/v1/organizations', { key: widerKey })).status, 200)
    })
  }
})

for (const role of ['owner', 'admin'] as const) {
  test(`an ${role} sees and revokes the keys restricted to the organization`, async (t) => {
    const service = await startOwnService(t)
    const { id } = await createOrganization(service)
    const viewer = await service.keyOf('viewer', id)
    const theirs = await createKey(service, { organization_id: id }, viewer)
    const key = await service.keyOf(role, id, `${role}-2@example.com`)
    assert.deepEqual(await idsSeen(service, key, `?organization_id=${id}`), [theirs.id])
    assert.equal((await viewOf(service, theirs.id, key)).user_email, 'viewer@example.com')
    const rotation = await service.post(`/v1/api-keys/${theirs.id}/rotate`, {}, { key })
    assertRefused(rotation, { status: 403, code: 'key_of_another' })
    assert.equal((await service.delete(`/v1/api-keys/${theirs.id}`, { key })).status, 204)
    assert.equal((await service.get('/v1/organizations', { key: theirs.key })).status, 401)
  })
}

test('an owner neither sees nor revokes the unrestricted keys of members', async (t) => {
  const service = await startService(t)
  const viewer = await service.keyOf('viewer')
  const [id] = await idsSeen(service, viewer)
  const organization = await service.defaultOrganizationId()
  assert.deepEqual(await idsSeen(service, service.key, `?organization_id=${organization}`), [])
  assert.equal((await service.get(`/v1/api-keys/${id}`)).status, 404)
  assert.equal((await service.delete(`/v1/api-keys/${id}`)).status, 404)
})

for (const role of ['editor', 'viewer'] as const) {
  test(`${role}s see and revoke only their own keys of an organization`, async (t) => {
    const service = await startService(t)
    const { id } = await createOrganization(service)
    const foreign = await createKey(service, { organization_id: id })
    const key = await service.keyOf(role, id)
    const own = await createKey(service, { organization_id: id }, key)
    assert.deepEqual(await idsSeen(service, key, `?organization_id=${id}`), [own.id])
    assert.equal((await service.get(`/v1/api-keys/${foreign.id}`, { key })).status, 404)
    assert.equal((await service.delete(`/v1/api-keys/${foreign.id}`, { key })).status, 404)
    assert.equal((await service.delete(`/v1/api-keys/${own.id}`, { key })).status, 204)
  })
}

test('the full view shows the user and the restrictions of each key', async (t) => {
  const service = await startOwnService(t)
  const { id } = await createOrganization(service)
  const ana = await service.keyOf('editor', id, 'ana@example.com')
  const fields = { organization_id: id, role: 'viewer', expires_at: '2099-01-01T00:00:00.000Z' }
  const made = await createKey(service, fields, ana)
  const listed = async (query: string, key?: string) =>
    (await service.get<{ keys: KeyView[] }>(`/v1/api-keys?${query}`, { key: key ?? service.key }))
      .body.keys
  const [seen] = await listed(`organization_id=${id}&view=full`)
  const { body: detail } = await service.get<KeyView>(`/v1/api-keys/${made.id}`)
  assert.deepEqual(seen, detail)
  assert.deepEqual([seen?.user_email, seen?.role], ['ana@example.com', 'viewer'])
  const own = await listed('view=full', ana)
  assert.deepEqual(
    own.map(({ role }) => role),
    ['viewer', null],
  )
  assert.deepEqual(Object.keys((await listed(`organization_id=${id}`))[0] ?? {}), [
    'id',
    'name',
    'last_used_at',
    'revoked',
    'created_at',
  ])
})

test('a key whose organization was just deleted cannot create a key', async (t) => {
  const service = await startService(t)
  const { body } = await service.get<{ user: { id: string; email: string } }>('/v1/account')
  const actor = {
    userId: body.user.id,
    email: body.user.email,
    defaultOrganizationId: 'org_deleted',
    keyId: null,
    keyName: null,
    keyTextHash: null,
    sessionToken: null,
    sessionId: null,
    organizationId: 'org_deleted',
    role: null,
    expiresAt: null,
  }
  await assert.rejects(
    runChange(service.internals, actor, byCommand('createApiKey', actor), (change) =>
      rules.createKey(change, { name: 'Late' }),
    ),
    { status: 404, code: 'organization_not_found' },
  )
})
