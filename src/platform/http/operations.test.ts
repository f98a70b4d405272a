import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../../../test/harness/checks/problems.ts'
import { sendRaw } from '../../../test/harness/service/raw.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { CommitUnknown } from '../store/errors.ts'

const countOf = async ({ get }: Service, labels: string): Promise<number> => {
  const { text } = await get('/metrics', { key: null })
  const line = text
    .split('\n')
    .find((line) => line.startsWith(`qpr_http_requests_total{${labels}}`))
  return Number(line?.split(' ')[1] ?? 0)
}

const lastWrittenAt = async ({ database }: Service): Promise<number> => {
  const { value } = await database.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'ready_at')
    .executeTakeFirstOrThrow()
  return Number(value)
}

/** The error of `pg` while the server is unreachable. */
const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('/healthz answers 200 without a key while the process is alive', async (t) => {
  const { get } = await startService(t)
  const { status, body, headers } = await get<object>('/healthz', { key: null })
  assert.equal(status, 200)
  assert.deepEqual(body, { status: 'ok' })
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
})

test('/healthz answers 200 while the database is unreachable', async (t) => {
  const { get, database } = await startService(t)
  t.mock.method(database, 'transaction', () => Promise.reject(away()))
  assert.equal((await get('/healthz')).status, 200)
})

test('/readyz answers 200 once it has written', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const { status, body } = await service.get<object>('/readyz', { key: null })
  assert.equal(status, 200)
  assert.deepEqual(body, { status: 'ok' })
  assert.equal(await lastWrittenAt(service), clock.now())
})

test('/readyz answers 503 while nothing can be written, and 200 afterwards', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const { get, database } = await startService(t, { clock })
  const { mock } = t.mock.method(database, 'transaction', () => Promise.reject(away()))
  const answer = await get('/readyz')
  assertProblem(answer, 503, 'storage_unavailable')
  assert.equal(answer.headers.get('retry-after'), '1')
  mock.restore()
  clock.advance(1000)
  assert.equal((await get('/readyz')).status, 200)
})

test('a commit without a confirmation is answered with 503 commit_unknown', async (t) => {
  const { post, database } = await startService(t)
  const unknown = () => Promise.reject(new CommitUnknown())
  t.mock.method(database, 'transaction', unknown)
  const answer = await post('/v1/qpr-codes', { name: 'Harbour', prompt: 'You are the concierge.' })
  assertProblem(answer, 503, 'commit_unknown')
  assert.equal(answer.headers.get('retry-after'), '1')
  assert.match(answer.text, /It may have been saved\./)
})

test('/readyz writes at most once a second, for any number of requests', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  await service.get('/readyz')
  const first = clock.now()
  clock.advance(999)
  await service.get('/readyz')
  assert.equal(await lastWrittenAt(service), first)
  clock.advance(1)
  await service.get('/readyz')
  assert.equal(await lastWrittenAt(service), first + 1000)
})

test('/metrics counts requests by method, route and status', async (t) => {
  const service = await startService(t)
  await service.get('/v1/qpr-codes/qpr_one')
  await service.get('/v1/qpr-codes/qpr_two')
  await service.post('/v1/qpr-codes', { name: 'A', prompt: 'B' })
  await service.get('/nothing/here')
  const counted = {
    'method="GET",route="/v1/qpr-codes/:id",status="404"': 2,
    'method="POST",route="/v1/qpr-codes",status="200"': 1,
    'method="GET",route="none",status="404"': 1,
  }
  for (const [labels, count] of Object.entries(counted)) {
    assert.equal(await countOf(service, labels), count, labels)
  }
})

test('/metrics contains the duration of the requests per route, and metrics of the process', async (t) => {
  const { get } = await startService(t)
  await get('/v1/qpr-codes')
  const { status, text, headers } = await get('/metrics', { key: null })
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const lines = text.split('\n')
  const duration = 'qpr_http_request_duration_seconds_count{method="GET",route="/v1/qpr-codes"} 1'
  assert.ok(lines.includes(duration))
  assert.ok(lines.some((line) => line.startsWith('process_resident_memory_bytes ')))
})

test('/metrics contains no URL, because a URL may contain a token', async (t) => {
  const { get } = await startService(t)
  for (const path of ['/signin/secret-token', '/invitations/secret-token', '/secret-token']) {
    await get(path)
  }
  const { text } = await get('/metrics')
  assert.ok(text.includes('route="/signin/:token"'))
  assert.ok(!text.includes('secret-token'))
})

const forwardingHeaders = [
  ...['Forwarded', 'X-Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'],
  ...['X-Forwarded-Port', 'X-Forwarded-Prefix', 'X-Forwarded-Server', 'Forwarded-For'],
  ...['X-Real-IP', 'X-Client-IP', 'Client-IP', 'X-Cluster-Client-IP', 'X-Original-Forwarded-For'],
  ...['X-Original-Host', 'X-Original-URL', 'X-Host', 'X-Scheme', 'X-ProxyUser-Ip', 'Via'],
  ...['CF-Connecting-IP', 'CF-Ray', 'CDN-Loop', 'True-Client-IP', 'Fastly-Client-IP'],
  ...['Fly-Client-IP', 'DO-Connecting-IP', 'X-Azure-ClientIP', 'X-ARR-LOG-ID', 'X-Envoy-Peer'],
  ...['X-Amzn-Trace-Id', 'X-Appengine-User-IP', 'X-Request-Id', 'Proxy-Client-IP', 'X-Unheard-Of'],
]

test('/metrics refuses requests through any proxy, even from loopback', async (t) => {
  const { get } = await startService(t)
  for (const name of forwardingHeaders) {
    const headers = { [name]: '127.0.0.1' }
    assertProblem(await get('/metrics', { headers }), 403, 'metrics_closed')
  }
})

test('/metrics refuses a Host that is not loopback, and a missing one', async (t) => {
  const { address } = await startService(t)
  const ask = (head: string) =>
    sendRaw(address, `GET /metrics HTTP/${head}\r\nConnection: close\r\n\r\n`)
  const foreign = [
    'qpr.example.com',
    '10.0.0.1',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
  ]
  for (const host of [...foreign, '127.0.0.1@evil.example', '[::2]', '']) {
    assert.ok([400, 403].includes((await ask(`1.1\r\nHost: ${host}`)).status), host)
  }
  assertProblem(await ask('1.0'), 403, 'metrics_closed')
  for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1:80', '127.8.9.1', '[::1]:3000']) {
    assert.equal((await ask(`1.1\r\nHost: ${host}`)).status, 200, host)
  }
})

test('/metrics accepts QPR_METRICS_TOKEN and no other token', async (t) => {
  const token = 'a-token-for-prometheus'
  const { get, key } = await startService(t, { settings: { QPR_METRICS_TOKEN: token } })
  const headers = { 'X-Forwarded-For': '192.0.2.1' }
  assert.equal((await get('/metrics', { key: token, headers })).status, 200)
  for (const other of [null, key, `${token}x`, token.slice(1), '']) {
    assertProblem(await get('/metrics', { key: other, headers }), 403, 'metrics_closed')
  }
})
