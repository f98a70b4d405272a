// Bodies above 256 KB get the same responses as small ones, in the same order of checks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxBulkBytes } from '#contract/limits.ts'
import type { OpenApiDocument, Schema } from '../../src/platform/http/openapi/document.ts'
import { inlined, jsonMedia } from '../../src/platform/http/openapi/document.ts'
import { operationsOf } from '../harness/checks/document.ts'
import { assertProblem } from '../harness/checks/problems.ts'
import { createOrganization } from '../harness/data/given.ts'
import { openSocket, readAnswer } from '../harness/service/raw.ts'
import { startService } from '../harness/service/shared.ts'

const path = '/v1/qpr-codes/bulk'
const padding = ' '.repeat(300 * 1024)
const row = '{"name":"a","prompt":"b"}'
const large = (members: string) => `{${members}${padding}}`

test('a large body is refused in the order of all checks', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const viewer = await service.keyOf('viewer', id)
  const elsewhere = await createOrganization(service, { name: 'Elsewhere' })
  const outsider = await service.keyOf('owner', elsewhere.id, 'outsider@example.com')
  const named = `"organization_id":"${id}"`
  const zeros = '0,'.repeat(200_000)
  const tower = '['.repeat(200_000) + ']'.repeat(200_000)
  const refusals: [string, string | null | undefined, string | Buffer, number, string][] = [
    ['no key', null, large(`${named},"codes":[${zeros}0]`), 401, 'missing_key'],
    ['a viewer', viewer, large(`${named},"codes":[${zeros}0]`), 403, 'role_not_allowed'],
    ['an outsider', outsider, large(`${named},"codes":[${zeros}0]`), 404, 'organization_not_found'],
    ['too many rows', undefined, large(`"codes":[${zeros}0]`), 422, 'invalid_input'],
    ['no rows', undefined, large('"codes":[]'), 422, 'invalid_input'],
    ['a row of the wrong type', undefined, large(`"codes":[${row},0]`), 422, 'invalid_input'],
    ['a row that is no JSON', undefined, large(`"codes":[${row},{"name":a}]`), 400, 'invalid_json'],
    ['no list', undefined, large('"codes":{}'), 422, 'invalid_input'],
    ['no end', undefined, `{"codes":[${row}${padding}`, 400, 'invalid_json'],
    ['a list', undefined, `[${padding}]`, 400, 'body_not_an_object'],
    ['no UTF-8', undefined, Buffer.alloc(300 * 1024, 0xff), 400, 'invalid_json'],
    [
      'a long row',
      undefined,
      `{"codes":[{"name":"${'a'.repeat(300_000)}"}]}`,
      422,
      'invalid_input',
    ],
    [
      'many fields',
      undefined,
      large(Array.from({ length: 2000 }, (_, i) => `"f${i}":0`).join()),
      422,
      'invalid_input',
    ],
    ['a deep row', undefined, `{"codes":[{"name":${tower}}]}`, 422, 'invalid_input'],
    [
      'a deep row of an outsider',
      outsider,
      `{"codes":[{"name":${tower}}],${named}}`,
      404,
      'organization_not_found',
    ],
  ]
  for (const [name, key, rawBody, status, code] of refusals) {
    await t.test(name, async () => {
      const answer = await service.request<{ code: string; errors?: object[] }>('POST', path, {
        rawBody,
        ...(key !== undefined && { key }),
      })
      assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
      assert.ok((answer.body.errors?.length ?? 0) <= 20)
    })
  }
})

test('an error in a large body has the same position as in a small one', async (t) => {
  const service = await startService(t)
  const codes = `"codes":[${row},{"name":"","prompt":7}]`
  const [small, big] = [`{${codes}}`, large(codes)]
  const answers = await Promise.all(
    [small, big].map((rawBody) => service.request<{ errors: object[] }>('POST', path, { rawBody })),
  )
  const [one, other] = answers.map(({ body }) => body.errors)
  assert.ok((one?.length ?? 0) > 1)
  assert.deepEqual(one, other)
})

test('a large body is read like a small one: the last of equal names wins, unknown fields are ignored', async (t) => {
  const service = await startService(t)
  const odd = '{"name":"ä\\ud83d\\ude00","prompt":"b","__proto__":{"template":"x"},"other":[{}]}'
  const rawBody = large(`"codes":[0],"__proto__":{"a":1},"codes":[${row},${odd}],"other":[1]`)
  const { status, body, text } = await service.request<{ codes: { name: string }[] }>(
    'POST',
    path,
    {
      rawBody,
    },
  )
  assert.equal(status, 200, text)
  assert.deepEqual(
    body.codes.map(({ name }) => name),
    ['a', 'ä😀'],
  )
})

test('a deep value in an unknown field of a large body is ignored', async (t) => {
  const service = await startService(t)
  const tower = '['.repeat(200_000) + ']'.repeat(200_000)
  const rawBody = `{"codes":[${row}],"other":${tower}}`
  assert.equal((await service.request('POST', path, { rawBody })).status, 200)
})

test('a body of 2 MB is accepted, one byte more gets 413, which names the limit', async (t) => {
  const service = await startService(t)
  const bodyOf = (bytes: number) => `{"codes":[${row}]}`.padEnd(bytes)
  const fits = await service.request('POST', path, { rawBody: bodyOf(maxBulkBytes) })
  assert.equal(fits.status, 200, fits.text)
  const refused = await service.request('POST', path, { rawBody: bodyOf(maxBulkBytes + 1) })
  assert.match(assertProblem(refused, 413, 'body_too_large').detail, /larger than 2 MB/)
})

test('a user with two running large requests gets 429 for a third', async (t) => {
  const service = await startService(t)
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${service.key}`,
    'Content-Type: application/json',
    'Content-Length: 1000000',
    '\r\n',
  ].join('\r\n')
  const open = async () => {
    const socket = await openSocket(service.address)
    socket.write(head)
    return socket
  }
  const waiting = [await open(), await open()]
  // The service has received both once it has answered a later request.
  await service.get('/v1/qpr-codes')
  const third = await service.request<{ code: string }>('POST', path, {
    rawBody: large('"codes":[]'),
  })
  assert.deepEqual([third.status, third.body.code], [429, 'too_many_large_bodies'])
  for (const socket of waiting) {
    socket.end()
    await readAnswer(socket)
  }
  assert.equal((await service.request('POST', path, { rawBody: large('"codes":[]') })).status, 422)
})

test('every list in a request has a maximum length', async (t) => {
  const service = await startService(t)
  const { body: document } = await service.get<OpenApiDocument>('/openapi.json')
  const lists: string[] = []
  const walk = (schema: Schema, at: string) => {
    if (schema.items) {
      lists.push(at)
      assert.ok(schema.maxItems !== undefined, `${at} has no maxItems`)
      // A thread cuts the lists of a large body off at 1,000 items.
      assert.ok(schema.maxItems < 1000 || !at.includes(path), at)
      walk(schema.items, `${at}/items`)
    }
    for (const [name, inner] of Object.entries(schema.properties ?? {}))
      walk(inner, `${at}/${name}`)
    for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(inner, at)
  }
  for (const { name, operation } of operationsOf(document)) {
    const { requestBody } = operation
    const media = requestBody && jsonMedia(inlined(requestBody).content)
    if (media?.schema) walk(media.schema, name)
  }
  assert.ok(lists.length > 5, lists.join())
})
