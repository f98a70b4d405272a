import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Service, startService } from '../../../../test/harness/service/service.ts'

const path = '/v1/qpr-codes'
const origin = 'https://app.example.com'
const settings = { QPR_CORS_ORIGINS: `${origin}, http://localhost:5173` }

// Only the first test needs another one, without the setting.
const service = await startService({ after }, { settings })

/** A preflight request. It is not an operation of the document, so it does not use the client. */
const preflight = ({ address }: Service, from: string, to = path) =>
  fetch(address + to, {
    method: 'OPTIONS',
    headers: {
      Origin: from,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
    },
  })

const allowed = (headers: Headers) => headers.get('access-control-allow-origin')

test('by default no other origin is allowed', async (t) => {
  const service = await startService(t)
  const { status, headers } = await service.get(path, { headers: { Origin: origin } })
  assert.equal(status, 200)
  assert.equal(allowed(headers), null)
  const asked = await preflight(service, origin)
  assert.equal(asked.status, 405)
  assert.equal(allowed(asked.headers), null)
})

test('an allowed origin may send a preflight request without a key', async () => {
  const { status, headers } = await preflight(service, origin)
  assert.equal(status, 204)
  assert.equal(allowed(headers), origin)
  const methods = headers.get('access-control-allow-methods')?.split(', ')
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) assert.ok(methods?.includes(method))
  const asked = headers.get('access-control-allow-headers')?.toLowerCase()
  for (const header of ['authorization', 'content-type', 'idempotency-key']) {
    assert.ok(asked?.includes(header), header)
  }
})

test('an allowed origin may read responses, including errors', async () => {
  const { get } = service
  for (const from of [origin, 'http://localhost:5173']) {
    for (const key of [undefined, null, 'an-unknown-key']) {
      const { headers } = await get(path, {
        ...(key !== undefined && { key }),
        headers: { Origin: from },
      })
      assert.equal(allowed(headers), from)
      assert.match(headers.get('vary') ?? '', /\bOrigin\b/)
    }
  }
  assert.equal(allowed((await get('/v1/nothing', { headers: { Origin: origin } })).headers), origin)
})

test('an allowed origin may read the headers that a client needs', async () => {
  const { get } = service
  const { headers } = await get(path, { headers: { Origin: origin } })
  const exposed = headers.get('access-control-expose-headers') ?? ''
  for (const name of [
    'Request-Id',
    'Retry-After',
    'Idempotent-Replayed',
    'X-RateLimit-Remaining',
  ]) {
    assert.ok(exposed.includes(name), name)
  }
})

test('a similar origin is not allowed', async () => {
  const others = [
    'https://other.example',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com.evil.example',
    'https://evil-app.example.com',
    'null',
  ]
  for (const other of others) {
    assert.equal(allowed((await preflight(service, other)).headers), null, other)
    const { headers } = await service.get(path, { headers: { Origin: other } })
    assert.equal(allowed(headers), null, other)
  }
})

test('cookies are never shared with another origin', async () => {
  const { headers } = await service.get(path, { headers: { Origin: origin } })
  for (const answer of [headers, (await preflight(service, origin)).headers]) {
    assert.equal(answer.get('access-control-allow-credentials'), null)
  }
})

test('pages and operator endpoints allow no other origin', async () => {
  for (const page of [
    '/',
    '/signin',
    '/account',
    '/invitations/x',
    '/docs',
    '/metrics',
    '/healthz',
  ]) {
    const { headers } = await service.get(page, { headers: { Origin: origin } })
    assert.equal(allowed(headers), null, page)
    assert.equal(allowed((await preflight(service, origin, page)).headers), null, page)
  }
})
