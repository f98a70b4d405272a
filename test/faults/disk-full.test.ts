// Two ways to run out of room, neither of which needs a mount, root or a hook in the program:
//
// - The kernel refuses to let a file of the running process grow: RLIMIT_FSIZE, set and lifted from
//   outside by util-linux's `prlimit`. Node.js ignores SIGXFSZ, so the write fails, and SQLite
//   reports it where a full disk shows: when a commit is written to the log.
// - SQLite refuses to let the database grow: `pragma max_page_count` on the connection that writes,
//   set through a transaction of the service in this process. That is SQLITE_FULL itself, in the
//   middle of a transaction, and works on every system.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { assertProblem } from '../harness/checks/problems.ts'
import { type Code, type CodePage, createCode } from '../harness/data/given.ts'
import { startWriters } from '../harness/data/writers.ts'
import { assertBooks } from '../harness/receivers/books.ts'
import type { Answer } from '../harness/service/client.ts'
import { newMachine } from '../harness/service/process.ts'
import { type Service, startService } from '../harness/service/service.ts'

const newCode = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }

/** A service in its own process whose disk can be filled. */
const onSmallDisk = async (t: TestContext) => {
  const machine = await newMachine(t)
  const service = await machine.serve()
  const path = join(machine.folder, 'data', 'qpr.db')
  const limit = (size: number | 'unlimited') =>
    promisify(execFile)('prlimit', [`--pid=${service.pid}`, `--fsize=${size}:`])
  return {
    machine,
    service,
    databaseUrl: `sqlite:${path}`,
    /** Leaves this many bytes for the log to which every commit is written. */
    fill: (bytesLeft = 0) => limit(statSync(`${path}-wal`).size + bytesLeft),
    makeRoom: () => limit('unlimited'),
  }
}

if (platform() === 'linux') {
  test('a full disk is answered with 503, reads continue, and the service recovers', async (t) => {
    const { service, databaseUrl, fill, makeRoom } = await onSmallDisk(t)
    const api = await service.connect()
    const before = await api.post<Code>('/v1/qpr-codes', newCode)
    assert.equal(before.status, 200)

    await fill()
    const refused = await api.post('/v1/qpr-codes', newCode)
    assertProblem(refused, 503, 'storage_unavailable')
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.equal((await api.get(`/v1/qpr-codes/${before.body.id}`)).status, 200)
    assert.equal((await api.get<CodePage>('/v1/qpr-codes')).body.total, 1)
    assert.equal((await api.get('/healthz')).status, 200)
    assertProblem(await api.get('/readyz'), 503, 'storage_unavailable')

    await makeRoom()
    const after = await api.post<Code>('/v1/qpr-codes', newCode)
    assert.equal(after.status, 200)
    await assertBooks(databaseUrl, { acknowledged: [before.body.id, after.body.id] })
  })

  test('everything acknowledged on a disk that fills up survives, and nothing else', async (t) => {
    const { machine, service, databaseUrl, fill, makeRoom } = await onSmallDisk(t)
    const load = startWriters(service.address)
    await load.acknowledges(50)
    await fill(200_000)
    await load.refuses(50)
    await makeRoom()
    await load.acknowledges(50)
    await load.stop()
    for (const refusal of load.refusals) assertProblem(refusal, 503, 'storage_unavailable')
    await assertBooks(databaseUrl, { acknowledged: load.acknowledged })

    await service.stop('SIGKILL')
    await machine.serveHere()
    await assertBooks(databaseUrl, { acknowledged: load.acknowledged })
  })
}

/** Prevents the database from growing. SQLite limits per connection; this one is the writer's. */
const forbidGrowth = ({ database }: Service) =>
  database.transaction(({ db }) => sql`pragma max_page_count = 1`.execute(db))

const allowGrowth = ({ database }: Service) =>
  database.transaction(({ db }) => sql`pragma max_page_count = 1000000`.execute(db))

/** Large enough to need its own pages. */
const largeCode = { ...newCode, prompt: 'x'.repeat(32_000) }

test('a database that cannot grow refuses with 503 and accepts writes again when it can', async (t) => {
  const service = await startService(t)
  const before = await createCode(service)
  await forbidGrowth(service)
  const refused = await Promise.all(
    Array.from({ length: 8 }, () => service.post('/v1/qpr-codes', largeCode)),
  )
  for (const answer of refused) assertProblem(answer, 503, 'storage_unavailable')
  await assertBooks(service.config.DATABASE_URL, { acknowledged: [before.id] })

  await allowGrowth(service)
  const after = await service.post<Code>('/v1/qpr-codes', largeCode)
  assert.equal(after.status, 200)
  await assertBooks(service.config.DATABASE_URL, { acknowledged: [before.id, after.body.id] })
})

test('a request that shares a commit with a failed write is refused, or stored', async (t) => {
  const service = await startService(t)
  await forbidGrowth(service)
  const answers: Answer<unknown>[] = await Promise.all(
    Array.from({ length: 32 }, (_, index) =>
      service.post('/v1/qpr-codes', index % 4 === 0 ? largeCode : newCode),
    ),
  )
  const saved = answers.filter(({ status }) => status === 200)
  for (const answer of answers) {
    if (answer.status !== 200) assertProblem(answer, 503, 'storage_unavailable')
  }
  assert.ok(saved.length <= 24)
  await assertBooks(service.config.DATABASE_URL, {
    acknowledged: saved.map(({ text }) => JSON.parse(text).id),
  })
})

test('a full disk does not affect the later response of an Idempotency-Key', async (t) => {
  const service = await startService(t)
  const headers = { 'Idempotency-Key': 'a-full-disk' }
  await forbidGrowth(service)
  assert.equal((await service.post('/v1/qpr-codes', largeCode, { headers })).status, 503)
  await allowGrowth(service)
  const made = await service.post<Code>('/v1/qpr-codes', largeCode, { headers })
  const again = await service.post<Code>('/v1/qpr-codes', largeCode, { headers })
  assert.equal(made.status, 200)
  assert.equal(made.headers.get('idempotent-replayed'), null)
  assert.equal(again.body.id, made.body.id)
  await assertBooks(service.config.DATABASE_URL, { acknowledged: [made.body.id] })
})
