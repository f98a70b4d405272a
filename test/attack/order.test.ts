// The order of the checks of a request: the key, the organization and the role, then its input.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissions, roles } from '#contract/roles.ts'
import { createOrganization } from '../harness/data/given.ts'
import type { Answer, ProblemBody } from '../harness/service/client.ts'
import { type Service, startService } from '../harness/service/service.ts'
import { operations, type Request } from '../roles.operations.ts'

/** These name their objects in the part that is made invalid, and no organization beside it. */
const namedByItems = [
  'POST /v1/questions',
  'POST /v1/qpr-codes/archive',
  'POST /v1/qpr-codes/apply-brand',
  'POST /v1/qpr-codes/print-sheet',
  'PATCH /v1/qpr-codes/bulk',
]
/**
 * A logo is not JSON; its own rule checks whether it can be drawn. The others have no body, and refuse
 * every key.
 */
const withoutFields = [
  'PUT /v1/qpr-codes/{id}/logo',
  'DELETE /v1/account',
  'GET /v1/push-subscriptions',
]

const spoiled = ({ path, body, rawBody, headers }: Request): Request => {
  const kept = ['organization_id', 'qpr_code_id']
  const fields = Object.keys(body ?? {}).filter((name) => !kept.includes(name))
  return {
    path: `${path}${path.includes('?') ? '&' : '?'}limit=x&period=x&since=x&format=x`,
    headers: { ...headers, 'Idempotency-Key': 'ä' },
    ...(body && {
      body: { ...body, ...Object.fromEntries(fields.map((name) => [name, [{ wrong: true }]])) },
    }),
    ...(rawBody !== undefined && { rawBody: 'neither XML nor PNG' }),
  }
}

const send = (service: Service, name: string, { path, ...more }: Request, key: string) =>
  service.request<ProblemBody>(name.split(' ')[0] ?? '', path, { key, ...more })

const tried = Object.entries(operations).filter(([name]) => !namedByItems.includes(name))

test('invalid input of a caller whose role does not allow the operation gets 403', async (t) => {
  const service = await startService(t)
  for (const [name, { permission, request }] of tried) {
    const allowed: readonly string[] = permission ? permissions[permission] : roles
    const role = roles.find((one) => !allowed.includes(one))
    if (!role) continue
    await t.test(`${role}: ${name}`, async () => {
      const { id } = await createOrganization(service)
      const key = await service.keyOf(role, id)
      const wanted = spoiled(await request({ service, organizationId: id, key }))
      assertRefusal(await send(service, name, wanted, key), 403)
    })
  }
})

test('invalid input gets 404 about the organization of another caller, and 422 with at most 20 errors of a permitted one', async (t) => {
  const service = await startService(t, { settings: { QPR_LIMIT_KEYS: '1000' } })
  const elsewhere = await createOrganization(service, { name: 'Elsewhere' })
  const outsider = await service.keyOf('owner', elsewhere.id, 'outsider@example.com')
  let refused = 0
  for (const [name, { request, namesNothing }] of tried) {
    await t.test(name, async () => {
      const { id } = await createOrganization(service)
      const key = await service.keyOf('owner', id)
      const wanted = spoiled(await request({ service, organizationId: id, key }))
      // First, because the permitted request may have an effect.
      if (!namesNothing) assertRefusal(await send(service, name, wanted, outsider), 404)
      if (withoutFields.includes(name)) return
      const { status, body, text } = await send(service, name, wanted, key)
      if (status < 300) return
      refused += 1
      assert.ok(status === 422 || body.code === 'invalid_input' || status === 409, text)
      assert.ok((body.errors?.length ?? 0) <= 20, text)
    })
  }
  assert.ok(refused > 25, `only ${refused} operations refused it`)
})

const assertRefusal = ({ status, text }: Answer<ProblemBody>, expected: number) =>
  assert.equal(status, expected, text)
