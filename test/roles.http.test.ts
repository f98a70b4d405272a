import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissions, roles } from '#contract/roles.ts'
import { divided } from './harness/checks/depth.ts'
import { createCode, createKey, createOrganization } from './harness/data/given.ts'
import type { Answer, ProblemBody } from './harness/service/client.ts'
import { type Service, startService } from './harness/service/service.ts'
import { operations, type Request } from './roles.operations.ts'

type Document = Record<string, Record<string, { 'x-roles'?: string[] }>>

const documented = async (service: Service) => {
  const { body } = await service.get<{ paths: Document }>('/openapi.json', { key: null })
  return Object.entries(body.paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    )
}

const send = (service: Service, name: string, { path, ...more }: Request, key: string | null) =>
  service.request<ProblemBody>(name.split(' ')[0] ?? '', path, { key, ...more })

/**
 * Every operation with its number, which rotates the roles that each database leaves out. Both databases
 * together try every role with every operation; roles are not compared in SQL.
 */
const walk = () => Object.entries(operations).entries()

test('the permissions are those of the decisions', () => {
  assert.deepEqual(permissions, {
    'codes:read': ['owner', 'admin', 'editor', 'viewer'],
    'codes:write': ['owner', 'admin', 'editor'],
    'codes:delete': ['owner', 'admin'],
    'scans:read': ['owner', 'admin', 'editor', 'viewer'],
    'scans:export': ['owner', 'admin'],
    'conversations:read': ['owner', 'admin', 'editor', 'viewer'],
    'conversations:export': ['owner', 'admin'],
    'conversations:delete': ['owner', 'admin'],
    'conversations:answer': ['owner', 'admin', 'editor'],
    'leads:read': ['owner', 'admin', 'editor'],
    'leads:export': ['owner', 'admin'],
    'leads:delete': ['owner', 'admin'],
    'knowledge:read': ['owner', 'admin', 'editor', 'viewer'],
    'knowledge:write': ['owner', 'admin', 'editor'],
    'organization:read': ['owner', 'admin', 'editor', 'viewer'],
    'organization:write': ['owner', 'admin'],
    'organization:delete': ['owner'],
    'members:read': ['owner', 'admin', 'editor', 'viewer'],
    'members:write': ['owner', 'admin'],
    'invitations:read': ['owner', 'admin'],
    'invitations:write': ['owner', 'admin'],
    'webhooks:read': ['owner', 'admin', 'editor'],
    'webhooks:write': ['owner', 'admin'],
    'keys:manage': ['owner', 'admin'],
    'audit:read': ['owner', 'admin'],
    'jobs:read': ['owner', 'admin'],
    'jobs:write': ['owner', 'admin'],
    'subscription:read': ['owner', 'admin'],
    'subscription:write': ['owner'],
  })
})

test('every documented operation is tested here, and documents the roles of the table', async (t) => {
  const service = await startService(t)
  const found = await documented(service)
  assert.deepEqual(found.map(([name]) => name).sort(), Object.keys(operations).sort())
  for (const [name, operation] of found) {
    const permission = operations[name]?.permission
    assert.deepEqual(
      operation['x-roles'],
      permission ? [...permissions[permission]] : undefined,
      name,
    )
  }
})

test('a role may do exactly what the table says', async (t) => {
  const service = await startService(t, { settings: { QPR_LIMIT_KEYS: '1000' } })
  for (const [at, [name, { permission, request, refusal }]] of walk()) {
    const allowed: readonly string[] = permission ? permissions[permission] : roles
    for (const role of divided(roles, 3, at)) {
      await t.test(`${role}: ${name}`, async () => {
        const { id } = await createOrganization(service)
        const key = await service.keyOf(role, id)
        const answer = await send(
          service,
          name,
          await request({ service, organizationId: id, key }),
          key,
        )
        assertRoleCounts(answer, allowed.includes(role), refusal)
      })
    }
  }
})

test('the key of an owner that is restricted to a role may do what that role may', async (t) => {
  const service = await startService(t, { settings: { QPR_LIMIT_KEYS: '1000' } })
  for (const [at, [name, { permission, request, refusal }]] of walk()) {
    if (permission === null) continue
    const allowed: readonly string[] = permissions[permission]
    for (const role of divided(roles, 3, at + 1)) {
      await t.test(`${role}: ${name}`, async () => {
        const { id } = await createOrganization(service)
        const { key } = await createKey(service, { role })
        const answer = await send(
          service,
          name,
          await request({ service, organizationId: id, key }),
          key,
        )
        assertRoleCounts(answer, allowed.includes(role), refusal)
      })
    }
  }
})

const assertRoleCounts = (
  { status, body, text }: Answer<ProblemBody>,
  isAllowed: boolean,
  refusal: string | undefined,
) => {
  if (isAllowed && refusal) assert.equal(body.code, refusal)
  else if (isAllowed) assert.ok(status < 300, text)
  else assert.deepEqual([status, body.code], [403, 'role_not_allowed'])
}

test('an outsider cannot distinguish existing objects from unknown ones', async (t) => {
  const service = await startService(t)
  const elsewhere = await createOrganization(service, { name: 'Elsewhere' })
  const outsider = await service.keyOf('owner', elsewhere.id)
  const narrowed = await createKey(service, { organization_id: elsewhere.id })
  const callers = Object.entries({ outsider, 'a narrowed key': narrowed.key })
  for (const [at, [name, { request, namesNothing }]] of walk()) {
    if (namesNothing) continue
    for (const [who, key] of divided(callers, 2, at)) {
      await t.test(`${who}: ${name}`, async () => {
        const { id } = await createOrganization(service)
        const existing = await request({ service, organizationId: id, key: service.key })
        const missing = withUnknownIds(existing)
        assert.notDeepEqual(missing, existing)
        const answers = [
          await send(service, name, existing, key),
          await send(service, name, missing, key),
        ]
        assert.deepEqual(
          answers.map(({ status }) => status),
          [404, 404],
        )
        const [one, other] = answers.map(({ body }) => withUnknownIds({ ...body, request_id: '' }))
        assert.deepEqual(one, other)
        const [first, second] = answers.map(({ headers }) => [...headers.keys()])
        assert.deepEqual(first, second)
      })
    }
  }
})

/** The same with every id replaced by an unknown one. */
const withUnknownIds = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/_[0-9A-HJKMNP-TV-Z]{26}/g, '_01JB0000000000000000000000'),
  )

test('slugs and short ids of other organizations get 404 too', async (t) => {
  const service = await startService(t)
  const { id, slug } = await createOrganization(service)
  const code = await createCode(service, { organization_id: id })
  const elsewhere = await createOrganization(service, { name: 'Elsewhere' })
  const key = await service.keyOf('owner', elsewhere.id)
  for (const path of [`/v1/organizations/${slug}`, `/v1/qpr-codes/${code.short_id}`]) {
    assert.equal((await service.get(path)).status, 200)
    assert.equal((await service.get(path, { key })).status, 404)
    assert.equal((await service.patch(path, { name: 'Mine' }, { key })).status, 404)
    assert.equal((await service.delete(path, { key })).status, 404)
  }
})
