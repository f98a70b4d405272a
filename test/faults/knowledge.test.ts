import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { createLog } from '../../src/platform/kit/log.ts'
import { openDatabase } from '../../src/platform/store/open.ts'
import { rounds } from '../harness/checks/depth.ts'
import { eventually, patienceMs } from '../harness/checks/eventually.ts'
import { assertProblem } from '../harness/checks/problems.ts'
import { pdfOf } from '../harness/data/files.ts'
import { addFile, processed, type Source, search, upload } from '../harness/data/knowledge.ts'
import type { ProblemBody } from '../harness/service/client.ts'
import { anyPostgres, newDatabase } from '../harness/service/postgres.ts'
import { newMachine } from '../harness/service/process.ts'
import { startService } from '../harness/service/service.ts'

// In the short form one stop and one kill; the long form repeats both.
const kills = rounds(2, 20)
const pages = rounds(300, 2000)

const manual = pdfOf(
  Array.from({ length: pages }, (_, index) => `Room ${index + 1} is on this page.`),
)

test('a stop or kill -9 while a file is read: the next start continues, and every page is there once', async (t) => {
  const machine = await newMachine(t)
  const settings = { QPR_LOG_LEVEL: 'silent' }
  let sourceId = ''
  let done = 0
  for (let kill = 0; kill < kills; kill++) {
    const service = await machine.serve(settings)
    const api = await service.connect()
    if (sourceId === '') sourceId = (await upload(api, 'manual.pdf', manual)).body.id
    // Some pages more than before the last kill, unless all are read.
    await eventually(async () => {
      const { body } = await api.get<Source>(`/v1/knowledge/${sourceId}`)
      const read = body.status === 'ready' ? pages : (body.progress?.done ?? 0)
      assert.ok(read > done || read === pages, `${read} of ${pages}`)
      done = read
    }, 4 * patienceMs)
    // A stop ends the process that reads, which is not the fault of the file.
    await service.stop(kill % 2 === 0 ? 'SIGTERM' : 'SIGKILL')
  }
  const api = await (await machine.serveHere(settings)).connect()
  const source = await processed(api, sourceId)
  assert.deepEqual([source.status, source.pages, source.passages], ['ready', pages, pages])
  const database = openDatabase(
    `sqlite:${join(machine.folder, 'data', 'qpr.db')}`,
    createLog('silent'),
  )
  t.after(() => database.close())
  const rows = await database.db
    .selectFrom('knowledge_passages')
    .select(['page', 'position', 'document_id'])
    .orderBy('position')
    .execute()
  assert.deepEqual(
    rows.map(({ page, position }) => [page, position]),
    Array.from({ length: pages }, (_, index) => [index + 1, index]),
  )
  assert.equal(new Set(rows.map(({ document_id }) => document_id)).size, 1)
})

/** Stops the growth of the database, as a full disk does. */
const fillDisk = (service: Awaited<ReturnType<typeof startService>>, maximum: number) =>
  service.database.transaction(async ({ db }) => {
    await sql`pragma max_page_count = ${sql.lit(maximum)}`.execute(db)
  })

test('a full disk: an upload gets 503 and leaves no source, and the service recovers', async (t) => {
  const service = await startService(t)
  await fillDisk(service, 1)
  const refused = await upload<ProblemBody>(service, 'a.txt', Buffer.alloc(2 ** 20, 'word '))
  assertProblem(refused, 503, 'storage_unavailable')
  await fillDisk(service, 2 ** 30)
  const { body } = await service.get<{ sources: Source[] }>('/v1/knowledge')
  assert.deepEqual(body.sources, [])
  assert.equal((await addFile(service, 'b.txt', 'The sauna is here.')).status, 'ready')
})

const startTwo = async (t: TestContext) => {
  const DATABASE_URL = await newDatabase(await anyPostgres(t))
  const settings = {
    DATABASE_URL,
    QPR_SECRET: 'a-secret-that-both-processes-have',
    QPR_LOG_LEVEL: 'silent',
  }
  const start = async () => await (await (await newMachine(t)).serveHere(settings)).connect()
  return [await start(), await start()] as const
}

test('a source that is added at one process is used by another at once', async (t) => {
  const [one, other] = await startTwo(t)
  assert.deepEqual((await search(other, 'sauna')).passages, [])
  const question = { kind: 'question', question: 'Is there a sauna?', answer: 'In the basement.' }
  const { body } = await one.post<Source>('/v1/knowledge', question)
  const since = performance.now()
  const found = async (count: number) =>
    await eventually(async () => {
      assert.equal((await search(other, 'sauna')).passages.length, count)
    })
  await found(1)
  // Without the signal between the processes it would take five seconds.
  assert.ok(performance.now() - since < 4000, `${Math.round(performance.now() - since)} ms`)
  assert.equal((await one.delete(`/v1/knowledge/${body.id}`)).status, 204)
  await found(0)
})
