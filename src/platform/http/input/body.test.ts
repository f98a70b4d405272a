import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../../../../test/harness/checks/problems.ts'
import { sendRaw } from '../../../../test/harness/service/raw.ts'
import { type Service, startService } from '../../../../test/harness/service/shared.ts'

const path = '/v1/qpr-codes'
const code = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }

const codesTotal = async ({ get }: Service) => (await get<{ total: number }>(path)).body.total

test('a body that is not JSON gets 400', async (t) => {
  const service = await startService(t)
  for (const rawBody of [
    '{',
    '{"name":}',
    'name=x',
    '{"a":1}}',
    "{'a':1}",
    '\u{feff}{}',
    '{"a":01}',
  ]) {
    assertProblem(await service.post(path, undefined, { rawBody }), 400, 'invalid_json')
  }
  assert.equal(await codesTotal(service), 0)
})

test('a body that is not an object gets 400', async (t) => {
  const { post } = await startService(t)
  for (const rawBody of ['null', '[]', '[{}]', '"text"', '42', 'true']) {
    assertProblem(await post(path, undefined, { rawBody }), 400, 'body_not_an_object')
  }
})

test('an optional body that is not an object gets 400 too', async (t) => {
  const { get, post } = await startService(t)
  const { body } = await get<{ keys: { id: string }[] }>('/v1/api-keys')
  const rotate = `/v1/api-keys/${body.keys[0]?.id}/rotate`
  for (const rawBody of ['null', '[]', '0']) {
    assertProblem(await post(rotate, undefined, { rawBody }), 400, 'body_not_an_object')
  }
})

test('bytes that are not UTF-8 get 400 instead of being replaced', async (t) => {
  const { post } = await startService(t)
  const rawBody = Buffer.from('{"name":"Caf\xe9","prompt":"x"}', 'latin1')
  const { detail } = assertProblem(await post(path, undefined, { rawBody }), 400, 'invalid_json')
  assert.match(detail, /UTF-8/)
})

test('a missing body gets 400 where one is required', async (t) => {
  const { post } = await startService(t)
  assertProblem(await post(path), 400, 'body_not_an_object')
  const named = await post(path, undefined, { headers: { 'Content-Type': 'application/json' } })
  assertProblem(named, 400, 'body_not_an_object')
})

test('a body of another content type gets 415', async (t) => {
  const { post } = await startService(t)
  const rawBody = JSON.stringify(code)
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'text/json',
    '@',
  ]
  for (const type of types) {
    const answer = await post(path, undefined, { rawBody, headers: { 'Content-Type': type } })
    assertProblem(answer, 415, 'unsupported_content_type')
  }
})

test('a body without a content type gets 415', async (t) => {
  const { address, key } = await startService(t)
  const answer = await sendRaw(
    address,
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
      `Authorization: Bearer ${key}\r\nContent-Length: 2\r\n\r\n{}`,
  )
  assertProblem(answer, 415, 'unsupported_content_type')
})

test('JSON with a charset or in upper case is accepted', async (t) => {
  const { post } = await startService(t)
  for (const type of [
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;v=1',
  ]) {
    const { status } = await post(path, code, { headers: { 'Content-Type': type } })
    assert.equal(status, 200, type)
  }
})

test('an encoded body gets 415', async (t) => {
  const { post } = await startService(t)
  for (const encoding of ['gzip', 'br', 'deflate']) {
    const answer = await post(path, code, { headers: { 'Content-Encoding': encoding } })
    assertProblem(answer, 415, 'unsupported_encoding')
  }
  const plain = await post(path, code, { headers: { 'Content-Encoding': 'identity' } })
  assert.equal(plain.status, 200)
})

test('a body of 256 KB is accepted, one byte more gets 413', async (t) => {
  const service = await startService(t)
  const bodyOf = (bytes: number) => {
    const start = `${JSON.stringify(code).slice(0, -1)},"ignored":"`
    return `${start}${'x'.repeat(bytes - start.length - 2)}"}`
  }
  const fits = bodyOf(256 * 1024)
  assert.equal(Buffer.byteLength(fits), 256 * 1024)
  assert.equal((await service.post(path, undefined, { rawBody: fits })).status, 200)
  const answer = await service.post(path, undefined, { rawBody: bodyOf(256 * 1024 + 1) })
  const { detail } = assertProblem(answer, 413, 'body_too_large')
  assert.match(detail, /larger than 256 KB/)
  assert.equal(await codesTotal(service), 1)
})

test('a chunked body gets 413 once it is too long', async (t) => {
  const { address, key } = await startService(t)
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
  const answer = await sendRaw(
    address,
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
      `Authorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`,
  )
  assertProblem(answer, 413, 'body_too_large')
})

test('a body nested 100,000 levels deep is handled like any other', async (t) => {
  const { post } = await startService(t)
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const send = (field: string) =>
    post(path, undefined, { rawBody: `{"name":"A","prompt":"B","${field}":${deep}}` })
  assert.equal((await send('unknown')).status, 200)
  for (const field of ['name', 'contact', 'style', 'suggestions']) {
    const { errors } = assertProblem(await send(field), 422, 'invalid_input')
    assert.match(errors?.[0]?.pointer ?? '', new RegExp(`^/${field}`))
  }
  assertProblem(
    await post(path, undefined, {
      rawBody: `{"name":"A","prompt":"B","metadata":{"deep":${deep}}}`,
    }),
    422,
    'invalid_input',
  )
})

test('a body with __proto__ does not change any prototype', async (t) => {
  const { post } = await startService(t)
  const rawBody = '{"__proto__":{"name":"A","prompt":"B","polluted":true}}'
  const { errors } = assertProblem(await post(path, undefined, { rawBody }), 422, 'invalid_input')
  assert.deepEqual(
    errors?.map(({ pointer }) => pointer),
    ['/name', '/prompt'],
  )
  assert.equal('polluted' in {}, false)
})
