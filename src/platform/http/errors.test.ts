import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../../../test/harness/checks/problems.ts'
import type { ProblemBody } from '../../../test/harness/service/client.ts'
import { sendRaw } from '../../../test/harness/service/raw.ts'
import { startOwnService, startService } from '../../../test/harness/service/shared.ts'

const closing = 'Host: localhost\r\nConnection: close\r\n'

test('an unknown path gets a 404 problem, with and without a key', async (t) => {
  const { get } = await startService(t)
  for (const path of ['/nothing', '/v1/nothing', '/v1', '/V1/qpr-codes', '/v1/qpr-codes/a/b']) {
    assertProblem(await get(path), 404, 'unknown_path')
    assertProblem(await get(path, { key: null }), 404, 'unknown_path')
  }
})

test('a wrong method gets a 405 problem with the allowed methods in Allow', async (t) => {
  const { request } = await startService(t)
  const allowed = {
    '/v1/qpr-codes': 'GET, HEAD, POST',
    '/v1/qpr-codes/qpr_x': 'DELETE, GET, HEAD, PATCH',
    '/healthz': 'GET, HEAD',
    '/signout': 'POST',
  }
  for (const [path, methods] of Object.entries(allowed)) {
    for (const method of ['PUT', 'PROPFIND']) {
      const answer = await request<ProblemBody>(method, path)
      const { detail } = assertProblem(answer, 405, 'method_not_allowed')
      const allow = answer.headers.get('allow') ?? ''
      assert.equal(allow.split(', ').sort().join(', '), methods)
      assert.ok(detail.includes(method) && detail.includes(allow), detail)
    }
  }
})

test('OPTIONS gets 405 while CORS is off', async (t) => {
  const { request } = await startService(t)
  const answer = await request('OPTIONS', '/v1/qpr-codes')
  assertProblem(answer, 405, 'method_not_allowed')
})

test('HEAD answers like GET, without the body', async (t) => {
  const { address, key } = await startService(t)
  const headers = { Authorization: `Bearer ${key}` }
  for (const path of ['/healthz', '/v1/qpr-codes', '/v1/qpr-codes/qpr_x', '/nothing']) {
    const get = await fetch(address + path, { headers })
    const head = await fetch(address + path, { headers, method: 'HEAD' })
    assert.equal(head.status, get.status)
    for (const name of ['content-type', 'content-length']) {
      assert.equal(head.headers.get(name), get.headers.get(name))
    }
    assert.match(head.headers.get('request-id') ?? '', /^req_/)
    assert.equal(await head.text(), '')
  }
})

test('bytes that are not HTTP get a 400 problem', async (t) => {
  const { address } = await startService(t)
  const messages = [
    'HELLO\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /healthz HTTP/1.1\r\n${closing}No colon here\r\n\r\n`,
    `POST /v1/qpr-codes HTTP/1.1\r\n${closing}Content-Length: many\r\n\r\n`,
    `POST /v1/qpr-codes HTTP/1.1\r\n${closing}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n',
  ]
  for (const message of messages) {
    assertProblem(await sendRaw(address, message), 400, 'malformed_request')
  }
})

test('headers of more than 16 KB get a 431 problem', async (t) => {
  const { address } = await startService(t)
  const head = `GET /healthz HTTP/1.1\r\n${closing}X-Long: `
  const answer = await sendRaw(address, `${head}${'x'.repeat(16_500)}\r\n\r\n`)
  assertProblem(answer, 431, 'headers_too_large')
  assert.equal((await sendRaw(address, `${head}${'x'.repeat(15_000)}\r\n\r\n`)).status, 200)
})

test('CONNECT gets 405 with all methods in Allow, an unknown expectation 417', async (t) => {
  const { address } = await startService(t)
  const tunnel = await sendRaw(address, `CONNECT other:443 HTTP/1.1\r\n${closing}\r\n`)
  assertProblem(tunnel, 405, 'method_not_allowed')
  assert.equal(tunnel.headers.get('allow'), 'GET, HEAD, POST, PUT, PATCH, DELETE')
  const demand = await sendRaw(address, `GET /healthz HTTP/1.1\r\n${closing}Expect: cake\r\n\r\n`)
  assertProblem(demand, 417, 'expectation_failed')
})

test('a URL that cannot be decoded gets a 400 problem', async (t) => {
  const { get } = await startService(t)
  for (const path of ['/v1/qpr-codes/%zz', '/v1/qpr-codes/%ff', '/signin/%ed%a0%80']) {
    assertProblem(await get(path), 400, 'invalid_address')
  }
})

test('an id with a NUL, or of 10,000 characters, gets 404', async (t) => {
  const service = await startService(t)
  const patterns = [
    '/v1/qpr-codes/:id',
    '/v1/organizations/:id',
    '/v1/organizations/:id/members',
    `/v1/organizations/${await service.defaultOrganizationId()}/members/:id`,
    '/v1/api-keys/:id',
  ]
  const ids = ['%00', 'qpr_%00', 'org_a%00b', 'x'.repeat(10_000), 'qpr_'.padEnd(10_000, '0')]
  for (const pattern of patterns) {
    for (const id of ids) {
      const path = pattern.replace(':id', id)
      // A single member cannot be read, so this sends a DELETE.
      const method = pattern.endsWith('/members/:id') ? 'DELETE' : 'GET'
      assert.equal((await service.request(method, path)).status, 404, `${method} ${path}`)
    }
  }
})

test('a sign-in or invitation link with a NUL or of 10,000 characters gets 404 or 410, not 500', async (t) => {
  const { get } = await startService(t)
  for (const id of ['%00.%00', 'inv_%00.x', `${'x'.repeat(5000)}.${'x'.repeat(5000)}`]) {
    for (const page of ['/signin', '/invitations']) {
      const { status } = await get(`${page}/${id}`)
      assert.ok(status === 404 || status === 410, `${page}/${id}: ${status}`)
    }
  }
})

test('a query of 10,000 characters is handled like a short one', async (t) => {
  const { get } = await startService(t)
  assert.equal((await get(`/v1/qpr-codes?unknown=${'x'.repeat(10_000)}`)).status, 200)
  const many = Array.from({ length: 1000 }, (_, index) => `p${index}=1`).join('&')
  assert.equal((await get(`/v1/qpr-codes?${many}`)).status, 200)
  const answer = await get(`/v1/qpr-codes?q=${'x'.repeat(10_000)}`)
  const { errors } = assertProblem(answer, 422, 'invalid_input')
  assert.deepEqual(errors?.[0]?.pointer, '/q')
})

test('every response has the security headers, including errors', async (t) => {
  const { get, address } = await startService(t)
  const answers = [
    await get('/v1/qpr-codes'),
    await get('/v1/qpr-codes', { key: null }),
    await get('/nothing'),
    await get('/v1/qpr-codes/%zz'),
    await get('/signin'),
    await sendRaw(address, 'HELLO\r\n\r\n'),
  ]
  for (const { headers } of answers) assert.equal(headers.get('x-content-type-options'), 'nosniff')
  for (const { headers } of answers.slice(0, 5)) {
    assert.equal(headers.get('referrer-policy'), 'same-origin')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('strict-transport-security'), null)
  }
})

test('over https, HSTS tells browsers to stay there', async (t) => {
  const { get } = await startService(t, { settings: { QPR_BASE_URL: 'https://qpr.example.com' } })
  const { headers } = await get('/v1/qpr-codes')
  assert.equal(headers.get('strict-transport-security'), 'max-age=31536000')
})

test('two requests never have the same id, even if the caller sends one', async (t) => {
  const { get } = await startService(t)
  const headers = { 'Request-Id': 'mine', 'X-Request-Id': 'mine' }
  const answers = await Promise.all([1, 2, 3].map(() => get('/healthz', { headers })))
  const ids = new Set(answers.map((answer) => answer.headers.get('request-id')))
  assert.equal(ids.size, 3)
  assert.ok(!ids.has('mine'))
})

test('an internal error gets a 500 without internal details', async (t) => {
  const { address, key, database } = await startOwnService(t)
  const inside = new Error('near "selct": select text_hash from api_keys at /srv/qpr/codes.ts:12')
  t.mock.method(database, 'transaction', () => Promise.reject(inside))
  // Not with the client of the harness, because the document declares no 500.
  const send = async (path: string, body: string, headers: Record<string, string>) => {
    const response = await fetch(address + path, { method: 'POST', body, headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const problem = await send('/v1/qpr-codes', '{"name":"A","prompt":"B"}', {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
  })
  assertProblem(problem, 500, 'internal_error')
  const page = await send('/signin', 'email=ana%40example.com', {
    Accept: 'text/html',
    'Content-Type': 'application/x-www-form-urlencoded',
  })
  assert.equal(page.status, 500)
  for (const { text } of [problem, page]) {
    assert.doesNotMatch(text, /selct|api_keys|\.ts\b|node_modules|Error:|\bat \//)
  }
})
