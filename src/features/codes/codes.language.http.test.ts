import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanLanguages } from '#contract/languages.ts'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import { type CodePage, type CodeView, createCode } from '../../../test/harness/data/given.ts'
import type { ProblemBody } from '../../../test/harness/service/client.ts'
import { type Service, startService } from '../../../test/harness/service/shared.ts'

const languageOf = async (service: Service, id: string) =>
  (await service.get<CodeView>(`/v1/qpr-codes/${id}`)).body.language

test('the language of a code is null or one of the eleven, and is kept by other changes', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  assert.equal(await languageOf(service, id), null)
  const change = async (body: object) =>
    (await service.patch<CodeView>(`/v1/qpr-codes/${id}`, body)).body.language
  for (const language of [...scanLanguages, null, 'de']) {
    assert.equal(await change({ language }), language)
    assert.equal(await languageOf(service, id), language)
  }
  assert.equal(await change({ name: 'New' }), 'de')
})

test('a code is created with its language, alone and with others', async (t) => {
  const service = await startService(t)
  const one = await createCode(service, { language: 'fr' })
  assert.equal(await languageOf(service, one.id), 'fr')
  const fields = { name: 'a', prompt: 'b' }
  const codes = [{ ...fields, language: 'ar' }, fields, { ...fields, language: null }]
  const bulk = await service.post<CodePage>('/v1/qpr-codes/bulk', { codes })
  const languages = bulk.body.codes.map(({ id }) => languageOf(service, id))
  assert.deepEqual(await Promise.all(languages), ['ar', null, null])
})

test('another language is refused, and nothing is changed', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service, { language: 'de' })
  const fields = { name: 'a', prompt: 'b' }
  for (const language of ['sw', 'DE', 'de-AT', '', 'en\u0000', 7, ['de'], {}]) {
    assertInvalid(await service.post('/v1/qpr-codes', { ...fields, language }), 'language')
    assertInvalid(await service.patch(`/v1/qpr-codes/${id}`, { language }), 'language')
    const codes = [fields, { ...fields, language }]
    const many = await service.post<ProblemBody>('/v1/qpr-codes/bulk', { codes })
    assert.equal(many.status, 422)
    assert.equal(many.body.errors?.[0]?.pointer, '/codes/1/language')
  }
  assert.equal(await languageOf(service, id), 'de')
  assert.equal((await service.get<CodePage>('/v1/qpr-codes')).body.total, 1)
})

test('the language is in the detail view only: the list and the new code stay as they are', async (t) => {
  const service = await startService(t)
  const created = await createCode(service, { language: 'de' })
  assert.ok(!('language' in created))
  for (const view of ['brief', 'full']) {
    const { body } = await service.get<CodePage>(`/v1/qpr-codes?view=${view}`)
    assert.equal(body.codes[0]?.id, created.id)
    assert.ok(!('language' in (body.codes[0] ?? {})), view)
  }
})
