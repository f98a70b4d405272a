import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import {
  addFile,
  addSource,
  processed,
  type Source,
  search,
  upload,
} from '../../../test/harness/data/knowledge.ts'
import { startService } from '../../../test/harness/service/service.ts'

const manual = `# House manual

The house has three floors.

## Wellness

The sauna is in the basement. It is open from 4 to 9 pm.

## Parking

The car park is behind the house and costs 12 euros a day.
`

test('a question with its answer is in use at once, and can be changed and deleted', async (t) => {
  const service = await startService(t)
  const added = await addSource(service, {
    kind: 'question',
    question: 'Is there a sauna?',
    answer: 'Yes, in the basement.',
  })
  assert.equal(added.status, 'ready')
  assert.deepEqual([added.title, added.pages, added.passages], ['Is there a sauna?', 0, 1])
  assert.deepEqual([added.code_ids, added.progress, added.reason], [null, null, null])

  const { passages, is_whole, best } = await search(service, 'Where is the sauna?')
  assert.deepEqual(
    passages.map(({ source_id, text, headings }) => [source_id, text, headings]),
    [[added.id, 'Yes, in the basement.', ['Is there a sauna?']]],
  )
  assert.ok(is_whole)
  assert.ok(best > 0 && best <= 1)

  const path = `/v1/knowledge/${added.id}`
  const changed = await service.patch<Source>(path, { answer: 'No, but a pool.' })
  assert.equal(changed.body.answer, 'No, but a pool.')
  assert.equal((await search(service, 'Sauna?')).passages[0]?.text, 'No, but a pool.')
  assertRefused(await service.post(`${path}/refresh`), {
    status: 409,
    code: 'source_not_refreshable',
  })
  assert.equal((await service.delete(path)).status, 204)
  assert.deepEqual((await search(service, 'Sauna?')).passages, [])
  assertRefused(await service.get(path), { status: 404, code: 'source_not_found' })
  const { db } = service.database
  for (const table of ['knowledge_documents', 'knowledge_passages'] as const) {
    assert.deepEqual(await db.selectFrom(table).select('id').execute(), [])
  }
})

test('a text file is read, found by its words, and read again', async (t) => {
  const service = await startService(t)
  const source = await addFile(service, '../../etc/House\nmanual.md', manual)
  assert.deepEqual(
    [source.status, source.kind, source.title, source.pages],
    ['ready', 'file', 'House manual', 1],
  )
  assert.equal(source.size_bytes, Buffer.byteLength(manual))
  const [first] = (await search(service, 'When does the sauna open?')).passages
  assert.match(first?.text ?? '', /open from 4 to 9 pm/)

  const again = await service.post<Source>(`/v1/knowledge/${source.id}/refresh`)
  assert.deepEqual([again.status, again.body.status], [202, 'processing'])
  const ready = await processed(service, source.id)
  assert.deepEqual([ready.status, ready.passages], ['ready', source.passages])
})

test('a source is used by the codes that it names, and by all of its organization otherwise', async (t) => {
  const service = await startService(t)
  const [bar, spa] = [await createCode(service), await createCode(service)]
  const question = { kind: 'question', question: 'Sauna?', answer: 'In the basement.' }
  const source = await addSource(service, { ...question, code_ids: [spa.short_id] })
  assert.deepEqual(source.code_ids, [spa.id])
  const of = async (qpr_code_id: string) =>
    (await search(service, 'sauna', { qpr_code_id })).passages.length
  assert.deepEqual([await of(bar.id), await of(spa.id)], [0, 1])
  const path = `/v1/knowledge/${source.id}`
  await service.patch(path, { code_ids: [bar.id] })
  assert.deepEqual([await of(bar.id), await of(spa.id)], [1, 0])
  await service.patch(path, { code_ids: null })
  assert.deepEqual([await of(bar.id), await of(spa.id)], [1, 1])
  await service.patch(path, { code_ids: [] })
  assert.deepEqual([await of(bar.id), await of(spa.id)], [0, 0])

  const other = await createOrganization(service)
  const foreign = await createCode(service, { organization_id: other.id })
  assertRefused(await service.patch(path, { code_ids: [foreign.id] }), {
    status: 422,
    code: 'invalid_input',
  })
  const list = async (query: string) =>
    (await service.get<{ sources: Source[]; total: number }>(`/v1/knowledge?${query}`)).body.total
  assert.deepEqual([await list(''), await list(`qpr_code_id=${bar.id}`)], [1, 0])
  assert.deepEqual([await list('kind=file'), await list('status=ready')], [0, 1])
  assert.equal(await list(`organization_id=${other.id}`), 0)
})

test('a deleted organization takes its sources with it', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const { body } = await upload(service, 'a.txt', 'The sauna is here.', { organization_id: id })
  await processed(service, body.id)
  assert.equal((await service.delete(`/v1/organizations/${id}`)).status, 204)
  const { db } = service.database
  for (const table of ['knowledge_sources', 'knowledge_passages'] as const) {
    assert.deepEqual(await db.selectFrom(table).select('id').execute(), [])
  }
  assert.deepEqual(await db.selectFrom('knowledge_chunks').select('source_id').execute(), [])
})
