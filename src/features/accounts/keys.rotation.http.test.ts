import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefused } from '../../../test/harness/checks/refusals.ts'
import { countRows, createKey, type NewKey } from '../../../test/harness/data/given.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { dayMs, secondMs } from '../../platform/kit/clock.ts'

const statusWith = async (service: Service, key: string) =>
  (await service.get('/v1/organizations', { key })).status

const rotate = async (service: Service, id: string, body?: object) =>
  await service.post<NewKey>(`/v1/api-keys/${id}/rotate`, body)

test('a rotated key has a new value, and the former value works until the grace period ends', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const former = await createKey(service)
  const { status, body } = await rotate(service, former.id, { grace_seconds: 60 })
  assert.equal(status, 200)
  assert.deepEqual(body, { ...former, key: body.key })
  assert.notEqual(body.key, former.key)
  clock.advance(60 * secondMs - 1)
  assert.equal(await statusWith(service, former.key), 200)
  clock.advance(1)
  assert.equal(await statusWith(service, former.key), 401)
  assert.equal(await statusWith(service, body.key), 200)
})

test('the grace period of a rotation is a day by default, and may be zero', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const { id, key } = await createKey(service)
  const second = (await rotate(service, id)).body
  clock.advance(dayMs - 1)
  assert.equal(await statusWith(service, key), 200)
  clock.advance(1)
  assert.equal(await statusWith(service, key), 401)
  const third = (await rotate(service, id, { grace_seconds: 0 })).body
  assert.equal(await statusWith(service, second.key), 401)
  assert.equal(await statusWith(service, third.key), 200)
})

test('a second rotation does not extend the grace period of the first', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const { id, key } = await createKey(service)
  await rotate(service, id, { grace_seconds: 60 })
  await rotate(service, id, { grace_seconds: 3600 })
  clock.advance(60 * secondMs)
  assert.equal(await statusWith(service, key), 401)
})

test('revoking a key ends both values, and a revoked key cannot be rotated', async (t) => {
  const service = await startService(t)
  const { id, key } = await createKey(service)
  const rotated = (await rotate(service, id)).body
  await service.delete(`/v1/api-keys/${id}`)
  assert.deepEqual(
    [await statusWith(service, key), await statusWith(service, rotated.key)],
    [401, 401],
  )
  const again = await service.post(`/v1/api-keys/${id}/rotate`)
  assertRefused(again, { status: 409, code: 'key_revoked' })
})

test('an invalid grace period gets 422, and the key keeps its value', async (t) => {
  const service = await startService(t)
  const { id, key } = await createKey(service)
  for (const grace_seconds of [-1, 604_801, 1.5, '60', null, [60]]) {
    const answer = await service.post(`/v1/api-keys/${id}/rotate`, { grace_seconds })
    assertInvalid(answer, 'grace_seconds')
  }
  assert.equal(await countRows(service, 'api_key_texts'), 2)
  assert.equal(await statusWith(service, key), 200)
})
