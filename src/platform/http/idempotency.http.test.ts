import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConformance } from '../../../test/harness/checks/conformance.ts'
import { assertProblem } from '../../../test/harness/checks/problems.ts'
import {
  type Code,
  type CodePage,
  countRows,
  createCode,
  createKey,
} from '../../../test/harness/data/given.ts'
import { createClient } from '../../../test/harness/service/client.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'
import { createApp } from '../../service/app.ts'
import { dayMs, systemClock } from '../kit/clock.ts'
import { createLog } from '../kit/log.ts'

const path = '/v1/qpr-codes'
const code = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }

const withKey = (idempotencyKey: string) => ({ headers: { 'Idempotency-Key': idempotencyKey } })

const codesTotal = async ({ get }: Service) => (await get<CodePage>(path)).body.total

test('a repeated request gets the first response again, byte for byte, with a header that says so', async (t) => {
  const service = await startService(t)
  const first = await service.post<Code>(path, { ...code, metadata: { ü: [1.5] } }, withKey('a'))
  assert.equal(first.status, 200)
  assert.equal(first.headers.get('idempotent-replayed'), null)
  const again = await service.post<Code>(path, { ...code, metadata: { ü: [1.5] } }, withKey('a'))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.text, first.text)
  assert.equal(again.status, first.status)
  assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
  assert.notEqual(again.headers.get('request-id'), first.headers.get('request-id'))
})

test('a repeated request has no second effect', async (t) => {
  const service = await startOwnService(t)
  for (let time = 0; time < 3; time++) await service.post(path, code, withKey('a'))
  assert.equal(await codesTotal(service), 1)
  assert.equal(await countRows(service, 'events'), 1)
})

test('a replayed 201 is a 201', async (t) => {
  const { post } = await startService(t)
  const organization = { name: 'Harbour Hotels' }
  const first = await post('/v1/organizations', organization, withKey('a'))
  const again = await post('/v1/organizations', organization, withKey('a'))
  assert.deepEqual([first.status, again.status], [201, 201])
  assert.equal(again.text, first.text)
})

test('the first response is replayed although the object has changed since', async (t) => {
  const { post, patch } = await startService(t)
  const first = await post<Code>(path, code, withKey('a'))
  await patch(`${path}/${first.body.id}`, { name: 'Seaside Hotel' })
  assert.equal((await post(path, code, withKey('a'))).text, first.text)
})

test('the same key with another body gets 422, and has no effect', async (t) => {
  const service = await startService(t)
  await service.post(path, code, withKey('a'))
  const other = await service.post(path, { ...code, name: 'Other' }, withKey('a'))
  assertProblem(other, 422, 'idempotency_key_reused')
  assert.equal(await codesTotal(service), 1)
})

test('another key is another request', async (t) => {
  const service = await startService(t)
  await service.post(path, code, withKey('a'))
  await service.post(path, code, withKey('b'))
  await service.post(path, code)
  assert.equal(await codesTotal(service), 3)
})

test('the same key on another path is another request', async (t) => {
  const { post } = await startService(t)
  const { status } = await post(path, code, withKey('a'))
  const other = await post('/v1/organizations', code, withKey('a'))
  assert.deepEqual([status, other.status], [200, 201])
  assert.equal(other.headers.get('idempotent-replayed'), null)
})

test('the same key of another user is another request', async (t) => {
  const service = await startService(t)
  const editor = await service.keyOf('editor')
  const organization_id = await service.defaultOrganizationId()
  await service.post(path, { ...code, organization_id }, withKey('a'))
  const other = await service.post(
    path,
    { ...code, organization_id },
    { ...withKey('a'), key: editor },
  )
  assert.equal(other.status, 200)
  assert.equal(other.headers.get('idempotent-replayed'), null)
  assert.equal(await codesTotal(service), 2)
})

test('the same key with another API key of the user gets the first response', async (t) => {
  const service = await startService(t)
  const { key } = await createKey(service)
  const first = await service.post(path, code, withKey('a'))
  const again = await service.post(path, code, { ...withKey('a'), key })
  assert.equal(again.text, first.text)
})

test('a restricted API key does not get the response of an unrestricted one', async (t) => {
  const service = await startService(t)
  const { key } = await createKey(service, { role: 'viewer' })
  const wider = await service.post<{ key: string }>('/v1/api-keys', { name: 'Till' }, withKey('a'))
  const answer = await service.post('/v1/api-keys', { name: 'Till' }, { ...withKey('a'), key })
  assertProblem(answer, 422, 'idempotency_key_reused')
  assert.ok(!answer.text.includes(wider.body.key))
})

test('other methods ignore the key', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  const options = withKey('a')
  const renamed = await service.patch<Code>(`${path}/${id}`, { name: 'One' }, options)
  const again = await service.patch<Code>(`${path}/${id}`, { name: 'Two' }, options)
  assert.deepEqual([renamed.body.name, again.body.name], ['One', 'Two'])
  assert.equal((await service.delete(`${path}/${id}`, options)).status, 204)
  assert.equal((await service.delete(`${path}/${id}`, options)).status, 404)
})

test('an error is not stored: the corrected request may use the same key', async (t) => {
  const service = await startOwnService(t)
  const wrong = await service.post(path, { name: 'Harbour Hotel' }, withKey('a'))
  assertProblem(wrong, 422, 'invalid_input')
  const missing = await service.post(path, { ...code, organization_id: 'none' }, withKey('a'))
  assertProblem(missing, 404, 'organization_not_found')
  assert.equal(await countRows(service, 'idempotency_keys'), 0)
  assert.equal((await service.post(path, code, withKey('a'))).status, 200)
})

test('one of 50 parallel requests with the same key has an effect', async (t) => {
  const service = await startOwnService(t)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => service.post<Code>(path, code, withKey('a'))),
  )
  const taken = answers.filter(({ status }) => status === 200)
  assert.ok(taken.length >= 1)
  assert.equal(new Set(taken.map(({ text }) => text)).size, 1)
  for (const answer of answers) {
    if (answer.status !== 200) assertProblem(answer, 409, 'idempotency_key_in_flight')
  }
  assert.equal(await codesTotal(service), 1)
  assert.equal(await countRows(service, 'events'), 1)
})

test('one of 50 parallel requests has an effect, across the processes of a service', async (t) => {
  const service = await startOwnService(t)
  const { config, database, key } = service
  // Like another process, it shares only the database.
  const other = await createApp({ config, database, clock: systemClock, log: createLog('silent') })
  const conformance = createConformance(other.server.swagger())
  const address = await other.server.listen({ port: 0, host: '127.0.0.1' })
  const clients = [service, createClient({ address, key, conformance })]
  const answers = await Promise.all(
    Array.from({ length: 25 }, () =>
      clients.map((client) => client.post<Code>(path, code, withKey('a'))),
    ).flat(),
  )
  const texts = answers.filter(({ status }) => status === 200).map(({ text }) => text)
  assert.equal(new Set(texts).size, 1)
  assert.equal(await codesTotal(service), 1)
  await other.close()
})

test('a repeated request during the first one gets 409 with a wait time', async (t) => {
  const service = await startOwnService(t)
  const { promise: authorize, resolve: open } = Promise.withResolvers<void>()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { transaction } = service.database
  t.mock.method(
    service.database,
    'transaction',
    async (work: Parameters<typeof transaction>[0]) => {
      arrive()
      await authorize
      return transaction(work)
    },
  )
  const first = service.post(path, code, withKey('a'))
  await arrived
  const second = await service.post(path, code, withKey('a'))
  assertProblem(second, 409, 'idempotency_key_in_flight')
  assert.equal(second.headers.get('retry-after'), '1')
  open()
  assert.equal((await first).status, 200)
  const third = await service.post(path, code, withKey('a'))
  assert.equal(third.headers.get('idempotent-replayed'), 'true')
})

test('a response is stored for 24 hours', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const first = await service.post(path, code, withKey('a'))
  clock.advance(dayMs - 1)
  assert.equal((await service.post(path, code, withKey('a'))).text, first.text)
  clock.advance(1)
  const later = await service.post(path, { ...code, name: 'Another day' }, withKey('a'))
  assert.equal(later.status, 200)
  assert.equal(later.headers.get('idempotent-replayed'), null)
  assert.equal(await codesTotal(service), 2)
})

test('the stored response is encrypted, so a new API key is not readable in the table', async (t) => {
  const { post, database } = await startOwnService(t)
  const { body } = await post<{ key: string }>(
    '/v1/api-keys',
    { name: 'Till of the bar' },
    withKey('a'),
  )
  assert.match(body.key, /^qpr_sk_/)
  const rows = await database.db.selectFrom('idempotency_keys').selectAll().execute()
  assert.equal(rows.length, 1)
  const kept = rows.flatMap(({ answer }) => [
    answer,
    Buffer.from(answer, 'base64').toString('latin1'),
  ])
  for (const text of [JSON.stringify(rows), ...kept]) {
    assert.ok(
      !text.includes(body.key) && !text.includes('qpr_sk_') && !text.includes('Till of the bar'),
    )
  }
})

test('a key must have 1 to 255 printable ASCII characters', async (t) => {
  const service = await startService(t)
  for (const bad of ['', 'x'.repeat(256), 'schlüssel', 'a\tb']) {
    const { errors } = assertProblem(
      await service.post(path, code, withKey(bad)),
      422,
      'invalid_input',
    )
    assert.equal(errors?.[0]?.pointer, '/Idempotency-Key')
  }
  assert.equal(await codesTotal(service), 0)
  for (const good of ['x', 'x'.repeat(255), 'order 4711: "pay" {1}']) {
    assert.equal((await service.post(path, code, withKey(good))).status, 200)
  }
})

test('the response is stored in the transaction of its effect', async (t) => {
  const service = await startOwnService(t)
  t.mock.method(service.internals.secrets, 'encrypt', () => {
    throw new Error('no entropy')
  })
  const response = await fetch(service.address + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${service.key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'a',
    },
    body: JSON.stringify(code),
  })
  assert.equal(response.status, 500)
  for (const table of ['codes', 'events', 'idempotency_keys'] as const) {
    assert.equal(await countRows(service, table), 0, table)
  }
})
