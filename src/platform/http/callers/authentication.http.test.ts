import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../../../../test/harness/checks/problems.ts'
import { startService } from '../../../../test/harness/service/shared.ts'

test('without a key every operation gets 401 with a hint how to send one', async (t) => {
  const { get, request } = await startService(t)
  const { body } = await get<{ paths: Record<string, object> }>('/openapi.json')
  const operations = Object.entries(body.paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    )
  assert.ok(operations.length > 15)
  for (const { method, path } of operations) {
    const answer = await request(method, path.replaceAll(/\{\w+\}/g, 'x'), { key: null })
    const { detail } = assertProblem(answer, 401, 'missing_key')
    assert.match(detail, /Authorization: Bearer/)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
  }
})

test('an unknown key gets 401', async (t) => {
  const { get, key } = await startService(t)
  for (const unknown of [
    'qpr_sk_unknown',
    key.toUpperCase(),
    `${key}x`,
    key.slice(0, -1),
    '%',
    "'",
  ]) {
    const answer = await get('/v1/qpr-codes', { key: unknown })
    assertProblem(answer, 401, 'unknown_key')
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
  }
})

test('a malformed Authorization header gets 401', async (t) => {
  const { get, key } = await startService(t)
  const malformed = [
    '',
    'Bearer',
    'Bearer ',
    key,
    `Basic ${key}`,
    `Bearer ${key} more`,
    `Bearer,${key}`,
  ]
  for (const authorization of malformed) {
    const headers = { Authorization: authorization }
    const answer = await get('/v1/qpr-codes', { key: null, headers })
    assertProblem(answer, 401, 'unknown_key')
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer', authorization)
  }
})

test('the scheme is case-insensitive', async (t) => {
  const { get, key } = await startService(t)
  for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
    const headers = { Authorization: `${scheme} ${key}` }
    assert.equal((await get('/v1/qpr-codes', { key: null, headers })).status, 200, scheme)
  }
})

test('the key is checked before anything else', async (t) => {
  const { post } = await startService(t)
  assertProblem(
    await post('/v1/qpr-codes', undefined, { key: null, rawBody: '{' }),
    401,
    'missing_key',
  )
  assertProblem(await post('/v1/qpr-codes', {}, { key: null }), 401, 'missing_key')
})
