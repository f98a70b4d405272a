// An Idempotency-Key compares the value of a body, not its bytes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../../../test/harness/checks/problems.ts'
import type { Code } from '../../../test/harness/data/given.ts'
import {
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'
import { sha256Hex } from '../kit/ids.ts'

const path = '/v1/qpr-codes'

const send = ({ post }: Service, rawBody: string, key: string, to = path) =>
  post<Code>(to, undefined, {
    rawBody,
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
  })

const first = '{"name":"Harbour Hotel","prompt":"Hello.","metadata":{"floor":1,"wing":{"a":[1,2]}}}'
const others = {
  'other white space': first.replaceAll(',', ' ,\n\t'),
  'another order of fields':
    '{"metadata":{"wing":{"a":[1,2]},"floor":1},"prompt":"Hello.","name":"Harbour Hotel"}',
  escapes: first.replace('Hello.', '\\u0048ello\\u002e'),
  'another form of a number': first.replace('"floor":1', '"floor":1.0e0'),
  '100 KB of white space': first.replace(',', `,${' '.repeat(100_000)}`),
}

test('a repetition in another form of JSON gets the first response', async (t) => {
  const service = await startService(t)
  const { status, text } = await send(service, first, 'a')
  assert.equal(status, 200)
  for (const [form, body] of Object.entries(others)) {
    const again = await send(service, body, 'a')
    assert.deepEqual([again.status, again.text], [200, text], form)
    assert.equal(again.headers.get('idempotent-replayed'), 'true', form)
  }
})

test('a body with another value gets 422, in every size', async (t) => {
  const service = await startService(t)
  await send(service, first, 'a')
  const changed = [
    first.replace('[1,2]', '[2,1]'),
    first.replace('"floor":1', '"floor":"1"'),
    first.replace('"floor":1,', ''),
    first.replace('{"name"', '{"unknown":1,"name"'),
    first.replace('[1,2]', `[2,1]${' '.repeat(100_000)}`),
  ]
  for (const body of changed) {
    assertProblem(await send(service, body, 'a'), 422, 'idempotency_key_reused')
  }
})

test('bodies of a large request are compared by value too', async (t) => {
  const service = await startService(t)
  const codes = Array.from({ length: 90 }, (_, n) => ({
    name: `Table ${n}`,
    prompt: 'x'.repeat(4000),
  }))
  const reordered = codes.map(({ name, prompt }) => ({ prompt, name }))
  const to = `${path}/bulk`
  const { status, text } = await send(service, JSON.stringify({ codes }), 'a', to)
  assert.ok(status < 300, text)
  const again = await send(service, JSON.stringify({ codes: reordered }, null, 1), 'a', to)
  assert.equal(again.text, text)
  const other = await send(service, JSON.stringify({ codes: codes.slice(1) }), 'a', to)
  assertProblem(other, 422, 'idempotency_key_reused')
})

test('a body that is nested too deeply is compared by its bytes', async (t) => {
  const service = await startService(t)
  const deep = first.replace('{', `{"unknown":${'['.repeat(5000)}${']'.repeat(5000)},`)
  const { text } = await send(service, deep, 'a')
  assert.equal((await send(service, deep, 'a')).text, text)
  assertProblem(await send(service, deep.replace(',', ' ,'), 'a'), 422, 'idempotency_key_reused')
})

test('a response that the former version has stored is replayed', async (t) => {
  const service = await startOwnService(t)
  const { text } = await send(service, first, 'a')
  const unrestricted = [null, null, null]
  const former = sha256Hex(JSON.stringify([path, sha256Hex(first), unrestricted]))
  await service.database.transaction(async ({ db }) => {
    await db.updateTable('idempotency_keys').set({ request_hash: former }).execute()
  })
  assert.equal((await send(service, first, 'a')).text, text)
  // It knows only the bytes.
  const other = await send(service, others['other white space'], 'a')
  assertProblem(other, 422, 'idempotency_key_reused')
})
