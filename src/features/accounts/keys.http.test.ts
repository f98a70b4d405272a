import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import {
  assertInvalid,
  assertRefused,
  badTexts,
  bodyWith,
} from '../../../test/harness/checks/refusals.ts'
import {
  countRows,
  createKey,
  type Key,
  type KeyView,
  type NewKey,
} from '../../../test/harness/data/given.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'
import { sha256Hex } from '../../platform/kit/ids.ts'

const statusWith = async (service: Service, key: string | null) =>
  (await service.get('/v1/organizations', { key })).status

const keysOf = async (service: Service, key = service.key) =>
  (await service.get<{ keys: Key[] }>('/v1/api-keys', { key })).body.keys

test('creating a key answers 201 with id, name, key and created_at', async (t) => {
  const service = await startService(t, { clock: fakeClock('2026-01-31T12:00:00Z') })
  const { status, body } = await service.post<NewKey>('/v1/api-keys', { name: 'Point of sale' })
  assert.equal(status, 201)
  assert.match(body.id, /^key_[0-9A-HJKMNP-TV-Z]{26}$/)
  const { id, key } = body
  assert.deepEqual(body, { id, name: 'Point of sale', key, created_at: '2026-01-31T12:00:00.000Z' })
  assert.equal(await statusWith(service, key), 200)
})

test('a key value is qpr_sk_, 32 random base-62 characters and a checksum', async (t) => {
  const service = await startService(t)
  const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const { key } = await createKey(service)
  const [, body = '', checksum] = /^qpr_sk_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(key) ?? []
  const digest = createHash('sha256').update(body).digest().subarray(0, 6)
  assert.equal(checksum, Array.from(digest, (byte) => base62[byte % 62]).join(''))
  assert.notEqual((await createKey(service)).key, key)
})

test('only the SHA-256 of a key is stored, never its value', async (t) => {
  const service = await startOwnService(t)
  const headers = { 'Idempotency-Key': 'once' }
  const created = await service.post<NewKey>('/v1/api-keys', { name: 'a' }, { headers })
  const rotation = `/v1/api-keys/${created.body.id}/rotate`
  const rotated = await service.post<NewKey>(rotation, {}, { headers })
  const stored = await everyRow(service)
  for (const { key } of [created.body, rotated.body]) {
    assert.equal(stored.includes(key), false)
    assert.equal(stored.includes(key.slice('qpr_sk_'.length)), false)
    assert.equal(stored.includes(sha256Hex(key)), true)
  }
})

/** All tables as one text. */
const everyRow = async ({ database: { db } }: Service): Promise<string> => {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  const rows = await Promise.all(
    tables.map(async (table) => (await sql`select * from ${sql.table(table)}`.execute(db)).rows),
  )
  return JSON.stringify(rows)
}

test("the list shows the caller's keys, newest first, without their values", async (t) => {
  const service = await startService(t)
  const first = await createKey(service, { name: 'first' })
  const second = await createKey(service, { name: 'second' })
  await service.keyOf('viewer')
  const keys = await keysOf(service)
  assert.deepEqual(
    keys.slice(0, 2),
    [second, first].map(({ id, name, created_at }) => ({
      id,
      name,
      last_used_at: null,
      revoked: false,
      created_at,
    })),
  )
  assert.deepEqual(
    keys.map(({ name }) => name),
    ['second', 'first', 'First key'],
  )
})

test('the detail view shows the user and the restrictions of a key', async (t) => {
  const service = await startOwnService(t)
  const organization_id = await service.defaultOrganizationId()
  const narrowing = { organization_id, role: 'editor', expires_at: '2999-01-01T00:00:00.000Z' }
  const { id, name, created_at } = await createKey(service, narrowing)
  const { body } = await service.get<KeyView>(`/v1/api-keys/${id}`)
  assert.deepEqual(body, {
    id,
    name,
    created_at,
    last_used_at: null,
    revoked: false,
    user_email: 'owner@localhost',
    ...narrowing,
  })
})

test('a revoked key gets 401 at once and stays in the list as revoked', async (t) => {
  const service = await startService(t)
  const { id, key } = await createKey(service)
  assert.equal(await statusWith(service, key), 200)
  const { status, text } = await service.delete(`/v1/api-keys/${id}`)
  assert.deepEqual([status, text], [204, ''])
  assert.equal(await statusWith(service, key), 401)
  assert.equal((await keysOf(service)).find((one) => one.id === id)?.revoked, true)
})

test('a key can revoke itself', async (t) => {
  const service = await startService(t)
  const { id, key } = await createKey(service)
  assert.equal((await service.delete(`/v1/api-keys/${id}`, { key })).status, 204)
  assert.equal(await statusWith(service, key), 401)
})

test('a key works until it expires', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const { key } = await createKey(service, { expires_at: '2026-01-31T13:00:01+01:00' })
  clock.advance(999)
  assert.equal(await statusWith(service, key), 200)
  clock.advance(1)
  assert.equal(await statusWith(service, key), 401)
})

test('last_used_at appears soon after the use of a key', async (t) => {
  // A timer records the use; the test advances it.
  t.mock.timers.enable({ apis: ['setInterval'] })
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const { id, key } = await createKey(service)
  clock.advance(1000)
  await statusWith(service, key)
  t.mock.timers.tick(5000)
  await eventually(async () => {
    const { body } = await service.get<KeyView>(`/v1/api-keys/${id}`)
    assert.equal(body.last_used_at, '2026-01-31T12:00:01.000Z')
  })
})

test('an unknown key id gets 404', async (t) => {
  const service = await startService(t)
  for (const id of ['key_01JB0000000000000000000000', 'x', '%00']) {
    assert.equal((await service.get(`/v1/api-keys/${id}`)).status, 404)
    assert.equal((await service.delete(`/v1/api-keys/${id}`)).status, 404)
    assert.equal((await service.post(`/v1/api-keys/${id}/rotate`)).status, 404)
  }
})

const badFields: Record<string, string[]> = {
  name: Object.values(badTexts(200)),
  organization_id: Object.values(badTexts(100)),
  role: ['null', '1', '""', '"Owner"', '"guest"', '["viewer"]', '"viewer\\u0000"', '"\\ud800"'],
  expires_at: ['null', '1', '""', '"tomorrow"', '"2026-13-01T00:00:00Z"', '"2999-01-01"'].concat([
    '"2020-01-01T00:00:00Z"',
    '"2999-01-01T00:00:00"',
    '"2999-01-01T00:00:00Z\\u0000"',
  ]),
}

test('an invalid field gets 422, and no key is created', async (t) => {
  const service = await startOwnService(t)
  for (const [field, values] of Object.entries(badFields)) {
    for (const value of values) {
      await t.test(`${field}: ${value.slice(0, 40)}`, async () => {
        const rawBody = bodyWith(field, value, { name: 'a' })
        assertInvalid(await service.post('/v1/api-keys', undefined, { rawBody }), field)
      })
    }
  }
  assertInvalid(await service.post('/v1/api-keys', {}), 'name')
  const nowhere = await service.post('/v1/api-keys', { name: 'a', organization_id: 'nowhere' })
  assertRefused(nowhere, { status: 404, code: 'organization_not_found' })
  assert.equal(await countRows(service, 'api_keys'), 1)
})
