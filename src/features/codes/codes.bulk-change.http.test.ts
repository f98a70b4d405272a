import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefused } from '../../../test/harness/checks/refusals.ts'
import {
  type Code,
  type CodePage,
  type CodeView,
  createCode,
  createOrganization,
} from '../../../test/harness/data/given.ts'
import { type Service, startService } from '../../../test/harness/service/shared.ts'

const settings = { QPR_AI_MODELS: 'ollama:llama3.2' }

const changeMany = (service: Service, ids: string[], changes: object, key = service.key) =>
  service.patch<{ changed: number }>('/v1/qpr-codes/bulk', { ids, ...changes }, { key })

const viewOf = async (service: Service, { id }: Code) =>
  (await service.get<CodeView>(`/v1/qpr-codes/${id}`)).body

test('style, model, tags and status of many codes change at once', async (t) => {
  const service = await startService(t, { settings })
  const a = await createCode(service, { tags: ['old', 'Bar'] })
  const b = await createCode(service, { style: { dots: 'rounded' } })
  const changes = {
    status: 'archived',
    style: { color: '#0f6b5c' },
    model: 'ollama:llama3.2',
    tags: { add: ['bar', 'new'], remove: ['OLD'] },
  }
  const { status, body } = await changeMany(service, [a.id, b.short_id.toUpperCase()], changes)
  assert.deepEqual([status, body], [200, { changed: 2 }])
  const views = [await viewOf(service, a), await viewOf(service, b)]
  assert.deepEqual(
    views.map(({ status, style, model, tags }) => ({ status, style, model, tags })),
    [
      ['Bar', 'new'],
      ['bar', 'new'],
    ].map((tags) => ({
      status: 'archived',
      style: { color: '#0f6b5c' },
      model: 'ollama:llama3.2',
      tags,
    })),
  )
  assert.deepEqual((await changeMany(service, [a.id, b.id], changes)).body, { changed: 0 })
  assert.equal((await service.get<CodePage>('/v1/qpr-codes?tag=new&status=archived')).body.total, 2)
  assert.equal((await service.get<CodePage>('/v1/qpr-codes')).body.total, 0)
  await changeMany(service, [a.id], { style: null, model: null, status: 'active' })
  const { style, model } = await viewOf(service, a)
  assert.deepEqual([style, model], [null, null])
})

test('omitted fields stay unchanged', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { style: { dots: 'rounded' }, tags: ['a'] })
  await changeMany(service, [code.id], { tags: { add: ['b'] } })
  const { style, tags, prompt, status } = await viewOf(service, code)
  assert.deepEqual(
    { style, tags, prompt, status },
    {
      style: { dots: 'rounded' },
      tags: ['a', 'b'],
      prompt: 'You are the concierge.',
      status: 'active',
    },
  )
  assert.deepEqual((await changeMany(service, [code.id], {})).body, { changed: 0 })
})

test('one code that cannot be changed refuses all', async (t) => {
  const service = await startService(t, { settings })
  const full = Array.from({ length: 20 }, (_, i) => `tag ${i}`)
  const a = await createCode(service, { tags: full })
  const b = await createCode(service)
  const tooMany = await changeMany(service, [b.id, a.id], { tags: { add: ['one more'] } })
  assertInvalid(tooMany as never, 'tags')
  const white = { style: { color: '#ffff00', background: '#ffffff' } }
  assert.equal((await changeMany(service, [a.id, b.id], white)).status, 422)
  assert.equal((await changeMany(service, [a.id], { model: 'openai:unknown' })).status, 422)
  const missing = await changeMany(service, [b.id, 'nowhere0'], { tags: { add: ['x'] } })
  assertRefused(missing as never, { status: 404, code: 'code_not_found' })
  assert.deepEqual((await viewOf(service, b)).tags, [])
})

test('the role counts in the organization of each code', async (t) => {
  const service = await startService(t)
  const other = await createOrganization(service)
  const here = await createCode(service)
  const there = await createCode(service, { organization_id: other.id })
  const key = await service.keyOf('editor', undefined, 'ana@example.com')
  await service.keyOf('viewer', other.id, 'ana@example.com')
  const changes = { tags: { add: ['x'] } }
  assert.equal((await changeMany(service, [here.id, there.id], changes, key)).status, 403)
  assert.deepEqual((await changeMany(service, [here.id], changes, key)).body, { changed: 1 })
})

test('500 codes with 20 new tags each change in one request, 501 are refused', async (t) => {
  const service = await startService(t)
  const codes = Array.from({ length: 500 }, (_, index) => ({ name: `${index}`, prompt: 'a' }))
  const { body } = await service.post<{ codes: Code[] }>('/v1/qpr-codes/bulk', { codes })
  const ids = body.codes.map(({ id }) => id)
  const add = Array.from({ length: 20 }, (_, i) => `tag ${i}`)
  const changed = await changeMany(service, ids, { tags: { add }, style: { dots: 'rounded' } })
  assert.deepEqual(changed.body, { changed: 500 })
  assert.equal((await service.get<CodePage>('/v1/qpr-codes?tag=tag%207')).body.total, 500)
  assertInvalid((await changeMany(service, [...ids, 'x'], {})) as never, 'ids')
})
