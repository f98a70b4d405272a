// The stored bytes of files: which are kept, and how many.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import { pdfOf } from '../../../test/harness/data/files.ts'
import { addFile, processed, type Source, upload } from '../../../test/harness/data/knowledge.ts'
import { startLimited } from '../../../test/harness/providers/billing.ts'
import type { ProblemBody } from '../../../test/harness/service/client.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'
import { deleteUnreadableFiles } from './uploads.ts'

const large = Buffer.alloc(600 * 1024, 'The sauna is in the basement. ')
const images = Buffer.concat([pdfOf([null]), Buffer.alloc(600 * 1024, '\n%')])

const chunksOf = async ({ database }: Service, sourceId: string) => {
  const rows = database.db.selectFrom('knowledge_chunks').select('position')
  return (await rows.where('source_id', '=', sourceId).execute()).length
}

/** A job that is still running would delete what a test plants. */
const noJobIsLeft = ({ get }: Service) =>
  eventually(async () => {
    const { body } = await get<{ jobs: unknown[] }>('/v1/jobs?open=true')
    assert.deepEqual(body.jobs, [])
  })

test('the bytes of a file that cannot be read are deleted, and the reason stays', async (t) => {
  const service = await startService(t)
  const { id, ...source } = await addFile(service, 'a.pdf', images)
  assert.deepEqual([source.status, source.size_bytes], ['failed', 0])
  assert.match(source.reason ?? '', /only images of text/)
  await eventually(async () => assert.equal(await chunksOf(service, id), 0))
  assertRefused(await service.post<ProblemBody>(`/v1/knowledge/${id}/refresh`, {}), {
    status: 409,
    code: 'source_not_refreshable',
  })
  assert.match((await service.get<Source>(`/v1/knowledge/${id}`)).body.reason ?? '', /only images/)
})

test('the bytes of a file with too many pages for its organization stay', async (t) => {
  const service = await startService(t, { settings: { QPR_LIMIT_KNOWLEDGE_PAGES: '1' } })
  const { id, ...source } = await addFile(service, 'a.pdf', pdfOf(['One', 'Two']))
  assert.equal(source.status, 'failed')
  assert.ok(source.size_bytes > 0)
  const deleted = () => service.database.transaction(({ db }) => deleteUnreadableFiles(db, 20))
  assert.equal(await deleted(), 0)
  assert.equal(await chunksOf(service, id), 1)
  assert.equal((await service.post(`/v1/knowledge/${id}/refresh`, {})).status, 202)
  assert.match((await processed(service, id)).reason ?? '', /room for 1 more/)
})

test('the bytes of a file whose job is parked stay until it is retried', async (t) => {
  const service = await startService(t)
  const { id } = await addFile(service, 'a.pdf', images)
  await noJobIsLeft(service)
  await service.database.transaction(async ({ db }) => {
    const source = db.updateTable('knowledge_sources').set({ size_bytes: 1000 })
    await source.where('id', '=', id).execute()
    const chunk = { source_id: id, position: 0, data: Buffer.alloc(1000) }
    await db.insertInto('knowledge_chunks').values(chunk).execute()
    const job = db.updateTable('jobs').set({ status: 'parked' })
    await job.where('subject_id', '=', id).execute()
  })
  assert.equal(await service.database.transaction((tx) => deleteUnreadableFiles(tx.db, 20)), 0)
  assert.equal(await chunksOf(service, id), 1)
})

test('files that a former version could not read and kept are deleted step by step', async (t) => {
  const service = await startService(t)
  const { id, reason } = await addFile(service, 'a.pdf', images)
  await noJobIsLeft(service)
  const data = Buffer.alloc(1000)
  const chunks = Array.from({ length: 5 }, (_, position) => ({ source_id: id, position, data }))
  await service.database.transaction(async ({ db }) => {
    const source = db.updateTable('knowledge_sources').set({ size_bytes: 5000 })
    await source.where('id', '=', id).execute()
    await db.insertInto('knowledge_chunks').values(chunks).execute()
  })
  const step = () => service.database.transaction((tx) => deleteUnreadableFiles(tx.db, 2))
  assert.equal(await step(), 1)
  assert.equal(await chunksOf(service, id), 3)
  let steps = 1
  while ((await step()) > 0) steps += 1
  assert.equal(steps, 4)
  assert.equal(await chunksOf(service, id), 0)
  const { body } = await service.get<Source>(`/v1/knowledge/${id}`)
  assert.deepEqual([body.size_bytes, body.reason], [0, reason])
})

test('parallel uploads cannot exceed QPR_LIMIT_KNOWLEDGE_MB', async (t) => {
  const service = await startService(t, { settings: { QPR_LIMIT_KNOWLEDGE_MB: '1' } })
  const answers = await Promise.all(
    ['a.txt', 'b.txt'].map((name) => upload<{ id: string; code?: string }>(service, name, large)),
  )
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [201, 409])
  assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'limit_reached')
  const stored = answers.find(({ status }) => status === 201)?.body
  assert.ok(stored)
  assert.equal((await upload(service, 'small.txt', 'The sauna.')).status, 201)
  assert.equal((await service.delete(`/v1/knowledge/${stored.id}`)).status, 204)
  assert.equal((await upload(service, 'c.txt', large)).status, 201)
})

test('a plan that allows fewer MB than the service gets 402', async (t) => {
  const { service } = await startLimited(t, { free: { knowledge_mb: 1 } })
  assert.equal((await upload(service, 'a.txt', large)).status, 201)
  const refused = await upload<ProblemBody & { limit: object }>(service, 'b.txt', large)
  assertRefused(refused, { status: 402, code: 'plan_limit_reached' })
  assert.deepEqual(refused.body.limit, {
    name: 'knowledge_mb',
    maximum: 1,
    used: 1,
    plan: 'free',
    sufficient_plan: 'starter',
  })
})
