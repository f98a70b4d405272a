import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../../../../test/harness/checks/problems.ts'
import { createKey } from '../../../../test/harness/data/given.ts'
import { fakeClock, type Service, startService } from '../../../../test/harness/service/service.ts'
import { minuteMs } from '../../kit/clock.ts'

const path = '/v1/qpr-codes'
const start = '2026-01-31T12:00:00.250Z'
const settings = { QPR_RATE_LIMIT: '5' }

const limitsIn = (headers: Headers) => ({
  limit: headers.get('x-ratelimit-limit'),
  remaining: headers.get('x-ratelimit-remaining'),
  reset: headers.get('x-ratelimit-reset'),
})

const useUp = async ({ get }: Service) => {
  for (let request = 0; request < 5; request++) assert.equal((await get(path)).status, 200)
}

test('without QPR_RATE_LIMIT there is no limit and no rate limit header', async (t) => {
  const { get } = await startService(t)
  const answers = await Promise.all(Array.from({ length: 100 }, () => get(path)))
  for (const { status, headers } of answers) {
    assert.equal(status, 200)
    assert.deepEqual(limitsIn(headers), { limit: null, remaining: null, reset: null })
  }
})

test('every response has the limit, the remaining requests, and the time of the reset', async (t) => {
  const { get } = await startService(t, { settings, clock: fakeClock(start) })
  // In whole seconds, rounded up, so that a client that waits is not too early.
  const reset = String(Math.ceil((Date.parse(start) + minuteMs) / 1000))
  for (const remaining of ['4', '3', '2', '1', '0', '0']) {
    const { headers } = await get(path)
    assert.deepEqual(limitsIn(headers), { limit: '5', remaining, reset })
  }
})

test('refused requests have the headers too, and count', async (t) => {
  const { get, post } = await startService(t, { settings })
  const answers = [
    await get(`${path}/qpr_unknown`),
    await post(path, undefined, { rawBody: '{' }),
    await post(path, {}),
    await get(`${path}?limit=0`),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 400, 422, 422],
  )
  assert.deepEqual(
    answers.map(({ headers }) => headers.get('x-ratelimit-remaining')),
    ['4', '3', '2', '1'],
  )
})

test('responses without a key and outside the API have the headers too', async (t) => {
  const { get } = await startService(t, { settings })
  for (const open of [path, '/v1/unknown', '/docs', '/signin', '/healthz']) {
    const { headers } = await get(open, { key: null })
    assert.equal(headers.get('x-ratelimit-limit'), '5', open)
    assert.equal(headers.get('x-ratelimit-remaining'), '5', open)
  }
})

test('the request beyond the limit gets 429 with a wait time', async (t) => {
  const clock = fakeClock(start)
  const service = await startService(t, { settings, clock })
  await useUp(service)
  clock.advance(20_500)
  const refused = await service.get(path)
  const { detail } = assertProblem(refused, 429, 'rate_limited')
  assert.equal(refused.headers.get('retry-after'), '40')
  assert.match(detail, /40 s/)
})

test('a refused request has no effect', async (t) => {
  const clock = fakeClock(start)
  const service = await startService(t, { settings, clock })
  await useUp(service)
  const refused = await service.post(path, { name: 'A', prompt: 'B' })
  assertProblem(refused, 429, 'rate_limited')
  clock.advance(minuteMs)
  assert.equal((await service.get<{ total: number }>(path)).body.total, 0)
})

test('another key is not affected', async (t) => {
  const clock = fakeClock(start)
  const service = await startService(t, { settings, clock })
  const { key } = await createKey(service)
  clock.advance(minuteMs)
  await useUp(service)
  assert.equal((await service.get(path)).status, 429)
  const { status, headers } = await service.get(path, { key })
  assert.equal(status, 200)
  assert.equal(headers.get('x-ratelimit-remaining'), '4')
})

test('after a minute the key may ask again', async (t) => {
  const clock = fakeClock(start)
  const service = await startService(t, { settings, clock })
  await useUp(service)
  clock.advance(minuteMs - 1)
  assert.equal((await service.get(path)).status, 429)
  clock.advance(1)
  const { status, headers } = await service.get(path)
  assert.equal(status, 200)
  assert.equal(headers.get('x-ratelimit-remaining'), '4')
})

test('paths outside the API are not limited', async (t) => {
  const service = await startService(t, { settings })
  await useUp(service)
  for (const open of ['/healthz', '/readyz', '/docs/reference/', '/signin']) {
    assert.equal((await service.get(open)).status, 200, open)
  }
})
