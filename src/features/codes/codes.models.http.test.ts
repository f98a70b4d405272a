import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { type CodeView, createCode } from '../../../test/harness/data/given.ts'
import type { ProblemBody } from '../../../test/harness/service/client.ts'
import { startService } from '../../../test/harness/service/service.ts'

const settings = { QPR_AI_MODELS: 'openai:small,compatible:org/large' }
const others = [
  'openai:huge',
  'openai:small/..',
  'compatible:org/../x',
  'openai:small?x',
  'demo',
  '',
]

test('a code accepts only models of QPR_AI_MODELS, for every role', async (t) => {
  const service = await startService(t, { settings })
  const draft = { name: 'a', prompt: 'b', messages: [{ role: 'visitor', text: 'c' }] }
  for (const role of ['owner', 'admin', 'editor'] as const) {
    const key = await service.keyOf(role)
    const organization_id = await service.defaultOrganizationId()
    const fields = { name: 'a', prompt: 'b', organization_id }
    const code = await createCode(service, fields, key)
    const path = `/v1/qpr-codes/${code.id}`
    for (const model of [...others, 'openai:small#', 'openai:small\u0000']) {
      assertInvalid(await service.post('/v1/qpr-codes', { ...fields, model }, { key }), 'model')
      assertInvalid(await service.patch(path, { model }, { key }), 'model')
      const bulk = { codes: [{ name: 'a', prompt: 'b', model }], organization_id }
      const many = await service.post<ProblemBody>('/v1/qpr-codes/bulk', bulk, { key })
      assert.equal(many.status, 422)
      assert.equal(many.body.errors?.[0]?.pointer, '/codes/0/model')
      const preview = { ...draft, model, organization_id }
      assertInvalid(await service.post('/v1/qpr-codes/preview-answer', preview, { key }), 'model')
    }
    for (const model of ['openai:small', 'compatible:org/large', null]) {
      assert.equal((await service.patch<CodeView>(path, { model }, { key })).body.model, model)
    }
  }
})

test('a code keeps a model that is no longer offered until another is chosen', async (t) => {
  const service = await startService(t, { settings })
  const { id } = await createCode(service)
  await service.database.transaction(({ db }) =>
    db
      .updateTable('code_contents')
      .set({ model: 'openai:old' })
      .where('code_id', '=', id)
      .execute(),
  )
  const change = (body: object) => service.patch<CodeView>(`/v1/qpr-codes/${id}`, body)
  assert.equal((await change({ name: 'New', model: 'openai:old' })).body.model, 'openai:old')
  assert.equal((await change({ model: 'openai:small' })).body.model, 'openai:small')
  assert.equal((await change({ model: 'openai:old' })).status, 422)
})

test('while no model is configured, any name is stored, and the account lists no model', async (t) => {
  const service = await startService(t)
  const { body } = await service.get<{ models: string[] }>('/v1/account')
  assert.deepEqual(body.models, [])
  const { id } = await createCode(service, { model: 'openai:x' })
  const detail = await service.get<{ model: string }>(`/v1/qpr-codes/${id}`)
  assert.equal(detail.body.model, 'openai:x')
})
