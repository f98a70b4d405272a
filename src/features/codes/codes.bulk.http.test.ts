import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import {
  type Code,
  type CodePage,
  type CodeView,
  countRows,
  createOrganization,
} from '../../../test/harness/data/given.ts'
import type { ProblemBody } from '../../../test/harness/service/client.ts'
import {
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

const path = '/v1/qpr-codes/bulk'

const manyCodes = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, i) => ({ name: `Table ${i + 1}`, prompt: 'Hello.', ...fields }))

const createMany = (service: Service, codes: unknown, more: object = {}) =>
  service.post<{ codes: Code[] }>(path, { codes, ...more })

/** Checks that nothing was written: no code, no content, no event, no count. */
const assertNothingWritten = async (service: Service) => {
  for (const table of ['codes', 'code_contents', 'events'] as const) {
    assert.equal(await countRows(service, table), 0, table)
  }
  assert.equal((await service.get<CodePage>('/v1/qpr-codes')).body.total, 0)
}

const pointersOf = ({ errors }: ProblemBody) => errors?.map(({ pointer }) => pointer)

test('500 codes are created at once, in the given order', async (t) => {
  const service = await startService(t)
  const { status, body } = await createMany(service, manyCodes(500))
  assert.equal(status, 200)
  assert.deepEqual(
    body.codes.map(({ name }) => name),
    manyCodes(500).map(({ name }) => name),
  )
  assert.equal(new Set(body.codes.map(({ id }) => id)).size, 500)
  assert.equal(new Set(body.codes.map(({ short_id }) => short_id)).size, 500)
})

test('the organization counts all created codes', async (t) => {
  const service = await startService(t)
  await createMany(service, manyCodes(30))
  const { body } = await service.get<CodePage>('/v1/qpr-codes')
  assert.equal(body.total, 30)
  assert.equal(body.codes[0]?.name, 'Table 30')
})

test('each created code has its event, with the code of the response', async (t) => {
  const service = await startOwnService(t)
  const { body } = await createMany(service, manyCodes(30))
  const events = await service.database.db
    .selectFrom('events')
    .select('body')
    .where('type', '=', 'qpr_code.created')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    events.map((event) => JSON.parse(event.body).data),
    body.codes,
  )
})

test('every field of a code can be set in a bulk creation', async (t) => {
  const service = await startService(t)
  const fields = {
    name: 'Bar',
    prompt: 'You are the barkeeper.',
    template: 'hospitality',
    welcome_message: 'Cheers!',
    metadata: { counter: true },
    suggestions: ['What is on tap?'],
  }
  const { body } = await createMany(service, [fields])
  const kept = await service.get<CodeView>(`/v1/qpr-codes/${body.codes[0]?.id}`)
  const { name, prompt, template, welcome_message, metadata, suggestions } = kept.body
  assert.deepEqual({ name, prompt, template, welcome_message, metadata, suggestions }, fields)
})

test('a bulk creation uses the named organization', async (t) => {
  const service = await startService(t)
  const { id, slug } = await createOrganization(service)
  await createMany(service, manyCodes(2), { organization_id: slug })
  const { body } = await service.get<CodePage>(`/v1/qpr-codes?organization_id=${id}`)
  assert.equal(body.total, 2)
  assert.equal((await service.get<CodePage>('/v1/qpr-codes')).body.total, 0)
})

test('one row that violates the schema refuses all, and every invalid row is named', async (t) => {
  const service = await startOwnService(t)
  const codes: object[] = manyCodes(10)
  codes[3] = { name: '', prompt: 'Hello.' }
  codes[7] = { name: 'No prompt' }
  const answer = await service.post(path, { codes })
  assertInvalid(answer, 'codes')
  const pointers = new Set(pointersOf(answer.body))
  assert.deepEqual(pointers, new Set(['/codes/3/name', '/codes/7/prompt']))
  await assertNothingWritten(service)
})

test('one row that breaks a rule refuses all, and every invalid row is named', async (t) => {
  const service = await startOwnService(t)
  const codes: object[] = manyCodes(10)
  const metadata = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i]))
  codes[2] = { name: 'a', prompt: 'b', metadata }
  codes[9] = { name: 'a', prompt: 'b', style: { color: '#ffff00', background: '#ffffff' } }
  const answer = await service.post(path, { codes })
  assert.equal(answer.status, 422, answer.text)
  const pointers = pointersOf(answer.body)?.map((pointer) =>
    pointer.split('/').slice(0, 4).join('/'),
  )
  assert.deepEqual(new Set(pointers), new Set(['/codes/2/metadata', '/codes/9/style']))
  await assertNothingWritten(service)
})

test('with many invalid rows the first are named, at most 20 errors', async (t) => {
  const service = await startService(t)
  const metadata = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i]))
  for (const bad of [{ name: 1 }, { metadata }]) {
    const answer = await service.post(path, { codes: manyCodes(500, bad) })
    const rows = pointersOf(answer.body)?.map((pointer) => Number(pointer.split('/')[2]))
    assert.deepEqual(
      rows,
      Array.from({ length: 20 }, (_, row) => row),
    )
  }
})

test('an empty list, 501 codes and a value that is not a list get 422', async (t) => {
  const service = await startOwnService(t)
  for (const codes of [[], manyCodes(501), {}, null, 'codes', undefined]) {
    assertInvalid(await service.post(path, { codes }), 'codes')
  }
  await assertNothingWritten(service)
})

test('a body beyond 256 KB and up to 2 MB is accepted', async (t) => {
  const service = await startService(t)
  // 65 of the longest prompts.
  const prompt = 'x'.repeat(32_000)
  const { status, body } = await createMany(service, manyCodes(65, { prompt }))
  assert.equal(status, 200)
  assert.equal(body.codes.length, 65)
})

test('a body beyond 2 MB gets 413', async (t) => {
  const service = await startOwnService(t)
  const prompt = 'x'.repeat(2 * 1024 * 1024)
  const answer = await service.post(path, { codes: [{ name: 'a', prompt }] })
  assert.equal(answer.status, 413)
  await assertNothingWritten(service)
})

test('a repeated request with the same Idempotency-Key creates nothing more', async (t) => {
  const service = await startOwnService(t)
  const headers = { 'Idempotency-Key': 'import-1' }
  const send = (count: number) =>
    service.post<{ codes: Code[] }>(path, { codes: manyCodes(count) }, { headers })
  const first = await send(20)
  const again = await send(20)
  assert.equal(first.status, 200)
  assert.deepEqual(again.body, first.body)
  assert.equal(await countRows(service, 'codes'), 20)
  assert.equal((await send(21)).status, 422)
})

test('codes that are created together can be scanned', async (t) => {
  const service = await startService(t)
  const { body } = await createMany(service, manyCodes(3))
  for (const { short_id, name } of body.codes) {
    const { status, text } = await service.get(`/s/${short_id}`, { key: null })
    assert.equal(status, 200)
    assert.ok(text.includes(name))
  }
})
