import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsOf } from '../../../test/harness/checks/document.ts'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { startSmtp } from '../../../test/harness/receivers/smtp.ts'
import { collectLogs } from '../../../test/harness/service/logs.ts'
import { startService } from '../../../test/harness/service/service.ts'
import { callEverything } from '../../../test/harness/service/traffic.ts'
import type { OpenApiDocument } from './openapi/document.ts'

test('every request causes one log line: its id, method, route, status and duration', async (t) => {
  const { log, lines } = collectLogs()
  const service = await startService(t, { log })
  const { id } = await createCode(service)
  const answers = [
    ['GET', '/v1/qpr-codes/:id', await service.get(`/v1/qpr-codes/${id}`)],
    ['DELETE', '/v1/qpr-codes/:id', await service.delete('/v1/qpr-codes/qpr_none')],
    ['POST', '/v1/qpr-codes', await service.post('/v1/qpr-codes', {})],
    ['GET', '/v1/api-keys', await service.get('/v1/api-keys', { key: null })],
    ['GET', '/signin/:token', await service.get('/signin/a-token')],
    ['GET', null, await service.get('/nothing?at=all')],
    ['GET', null, await service.get('/v1/qpr-codes/%zz')],
  ] as const
  for (const [method, route, { status, headers }] of answers) {
    const requestId = headers.get('request-id')
    const [line, ...others] = lines().filter((one) => one.requestId === requestId)
    assert.deepEqual(others, [])
    assert.deepEqual(
      { msg: line?.msg, method: line?.method, route: line?.route, status: line?.status },
      { msg: 'request', method, route, status },
    )
    assert.equal(typeof line?.durationMs, 'number')
  }
})

test('the log line contains the id of the key', async (t) => {
  const { log, lines } = collectLogs()
  const { get } = await startService(t, { log })
  const { body, headers } = await get<{ keys: { id: string }[] }>('/v1/api-keys')
  const line = lines().find(({ requestId }) => requestId === headers.get('request-id'))
  assert.equal(line?.keyId, body.keys[0]?.id)
  assert.match(String(line?.userId), /^usr_/)
})

test('no log line contains a key, a token, a cookie, a prompt or a mail address', async (t) => {
  const { log, texts, lines } = collectLogs()
  const service = await startService(t, { log })
  const secrets = await callEverything(t, service)

  const { body } = await service.get<OpenApiDocument>('/openapi.json')
  // A stream is logged when it has ended, which is after its reader has disconnected.
  await eventually(async () => {
    const called = new Set(lines().map(({ method, route }) => `${method} ${route}`))
    for (const { method, path } of operationsOf(body)) {
      const route = path.replaceAll(/\{(\w+)\}/g, ':$1')
      assert.ok(called.has(`${method} ${route}`), `${method} ${route} was not called`)
    }
    const pages = ['/signin', '/signin/:token', '/invitations/:token', '/signout']
    for (const page of [...pages, '/mcp', '/s/:short_id/mcp']) {
      assert.ok(called.has(`POST ${page}`), `POST ${page} was not called`)
    }
  })

  assert.ok(secrets.length > 15)
  for (const secret of secrets) {
    assert.ok(secret.length > 8, secret)
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      const telling = texts.find((text) => text.includes(form))
      assert.equal(telling, undefined, `${form} was logged`)
    }
  }
})

test('a refused mail is logged without the address', async (t) => {
  const { log, texts, waitFor } = collectLogs()
  const smtp = await startSmtp(t, () => true)
  const service = await startService(t, { log, settings: { QPR_SMTP_URL: smtp.url } })
  const members = `/v1/organizations/${await service.defaultOrganizationId()}/members`
  await service.post(members, { email: 'ana@example.com' })
  const line = await waitFor(({ msg }) => msg === 'mail failed')
  assert.deepEqual([line.kind, line.attempt, line.smtpStatus], ['invitation', 1, 451])
  assert.ok(!texts.some((text) => text.includes('ana@example.com')))
})

test('an internal error is logged with its stack, without the values that the database quotes', async (t) => {
  const { log, lines, texts } = collectLogs()
  const { address, database } = await startService(t, { log })
  const quoting = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    detail: 'Key (email_folded)=(ana@example.com) already exists.',
  })
  t.mock.method(database, 'transaction', () => Promise.reject(quoting))
  const body = new URLSearchParams({ email: 'ana@example.com' })
  const response = await fetch(`${address}/signin`, { method: 'POST', body })
  assert.equal(response.status, 500)
  // Background workers may have had the same error.
  const named = response.headers.get('request-id')
  const line = lines().find(({ level, requestId }) => level === 50 && requestId === named)
  assert.ok(line)
  const { message, code, stack } = line.err as Record<string, string>
  assert.deepEqual([message, code], [quoting.message, '23505'])
  assert.ok(stack?.includes('logs.test.ts'))
  assert.ok(!texts.some((text) => text.includes('ana@example.com')))
})
