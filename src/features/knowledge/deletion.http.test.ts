// What is deleted with a source or an upload, and in which steps.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { addFile, addSource, upload } from '../../../test/harness/data/knowledge.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'
import { deleteRelatedRows, deleteSourcesOfOrganization } from './source-jobs.ts'
import { deleteOldUploads } from './uploads.ts'

const tables = [
  'knowledge_chunks',
  'knowledge_codes',
  'knowledge_documents',
  'knowledge_passages',
  'knowledge_vectors',
] as const

/** The number of rows of a source in each table that has some. */
const rowsOf = async ({ database }: Service, sourceId: string) => {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const rows = database.db.selectFrom(table).select('source_id').where('source_id', '=', sourceId)
    const { length } = await rows.execute()
    if (length > 0) counts[table] = length
  }
  return counts
}

/** Paragraphs that are a passage each. */
const textOf = (passages: number) =>
  Array.from({ length: passages }, (_, at) => `${at} ${'x'.repeat(1200)}`).join('\n\n')

/** As if a model had computed them. */
const plantVectors = ({ database }: Service, sourceId: string) =>
  database.transaction(async ({ db }) => {
    const passages = await db
      .selectFrom('knowledge_passages')
      .select('id')
      .where('source_id', '=', sourceId)
      .execute()
    const vector = Buffer.alloc(8)
    const rows = passages.map(({ id }) => ({
      passage_id: id,
      source_id: sourceId,
      model: 'compatible:fake',
      vector,
    }))
    await db.insertInto('knowledge_vectors').values(rows).execute()
  })

test('a deleted source leaves no row behind, and other sources keep theirs', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const question = { kind: 'question', question: 'Sauna?', answer: 'Yes.', code_ids: [code.id] }
  const kept = await addSource(service, question)
  const { body } = await upload(service, 'a.txt', textOf(3), { code_ids: code.id })
  await eventually(async () =>
    assert.deepEqual(await rowsOf(service, body.id), {
      knowledge_chunks: 1,
      knowledge_codes: 1,
      knowledge_documents: 1,
      knowledge_passages: 3,
    }),
  )
  await plantVectors(service, body.id)
  const before = await rowsOf(service, kept.id)
  assert.equal((await service.delete(`/v1/knowledge/${body.id}`)).status, 204)
  assert.deepEqual(await rowsOf(service, body.id), {})
  assert.deepEqual(await rowsOf(service, kept.id), before)
})

test('a file that is read again has its passages once', async (t) => {
  const service = await startService(t)
  const { id } = await addFile(service, 'a.txt', textOf(3))
  await plantVectors(service, id)
  await service.post(`/v1/knowledge/${id}/refresh`, {})
  await eventually(async () =>
    assert.deepEqual(await rowsOf(service, id), {
      knowledge_chunks: 1,
      knowledge_documents: 1,
      knowledge_passages: 3,
    }),
  )
})

test('the rows of a source are deleted in steps, and the last step says so', async (t) => {
  const service = await startService(t)
  const { id } = await addFile(service, 'a.txt', textOf(4))
  await plantVectors(service, id)
  const step = (maxRows: number) =>
    service.database.transaction((tx) => deleteRelatedRows(tx, id, maxRows))
  // A chunk and 2 vectors; 2 vectors and a passage; 3 passages; the document.
  assert.deepEqual(
    [await step(3), await step(3), await step(3), await step(3)],
    [
      { rows: 3, isDone: false },
      { rows: 3, isDone: false },
      { rows: 3, isDone: false },
      { rows: 1, isDone: true },
    ],
  )
  assert.deepEqual(await rowsOf(service, id), {})
})

test('the sources of an organization are deleted in steps, and no other', async (t) => {
  const service = await startService(t)
  const elsewhere = await createOrganization(service)
  const question = { kind: 'question', question: 'Sauna?', answer: 'Yes.' }
  const kept = await addSource(service, question)
  const gone = { ...question, organization_id: elsewhere.id }
  await addSource(service, gone)
  await addSource(service, gone)
  const step = (maxRows: number) =>
    service.database.transaction((tx) => deleteSourcesOfOrganization(tx, elsewhere.id, maxRows))
  // Each source has a passage, a document and its own row.
  assert.deepEqual([await step(4), await step(4), await step(4)], [4, 2, 0])
  const left = await service.database.db.selectFrom('knowledge_sources').select('id').execute()
  assert.deepEqual(left, [{ id: kept.id }])
})

test('an upload that was never finished is deleted with its bytes, one in each step', async (t) => {
  const service = await startService(t)
  await service.database.transaction(async ({ db }) => {
    const uploads = [1000, 2000, 3000].map((created_at) => ({
      id: `src_${created_at}`,
      created_at,
    }))
    await db.insertInto('knowledge_uploads').values(uploads).execute()
    const chunks = uploads.map(({ id }) => ({ source_id: id, position: 0, data: Buffer.from('a') }))
    await db.insertInto('knowledge_chunks').values(chunks).execute()
  })
  const step = () => service.database.transaction(({ db }) => deleteOldUploads(db, 3000))
  assert.deepEqual([await step(), await step(), await step()], [1, 1, 0])
  const { db } = service.database
  assert.deepEqual(await db.selectFrom('knowledge_uploads').select('id').execute(), [
    { id: 'src_3000' },
  ])
  assert.deepEqual(await db.selectFrom('knowledge_chunks').select('source_id').execute(), [
    { source_id: 'src_3000' },
  ])
})
