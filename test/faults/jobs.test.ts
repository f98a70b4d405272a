import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLog } from '../../src/platform/kit/log.ts'
import type { Database } from '../../src/platform/store/database.ts'
import { openDatabase } from '../../src/platform/store/open.ts'
import { isDeep } from '../harness/checks/depth.ts'
import { eventually } from '../harness/checks/eventually.ts'
import { insertScans } from '../harness/data/planted-scans.ts'
import { anyPostgres, newDatabase } from '../harness/service/postgres.ts'
import { type Machine, newMachine } from '../harness/service/process.ts'

const scans = 60_000

interface Job {
  id: string
  status: string
}

const on = async <T>(url: string, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = openDatabase(url, createLog('silent'))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const rowsOf = (url: string, codeId: string) =>
  on(url, async ({ db }) => {
    const query = db.selectFrom('scans').where('code_id', '=', codeId)
    const { rows } = await query
      .select((scan) => scan.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return Number(rows)
  })

/** Kills the service during a deletion, and checks that the next start continues it. */
const killAmidDeletion = async (machine: Machine, url: string) => {
  const settings = { DATABASE_URL: url, QPR_LOG_LEVEL: 'silent' }
  const first = await machine.serveHere(settings)
  const input = { name: 'Terrace', prompt: 'You are the host.' }
  const api = await first.connect()
  const { body: code } = await api.post<{ id: string }>('/v1/qpr-codes', input)
  await first.stop()
  await on(url, (database) => insertScans(database, code.id, scans))

  const service = await machine.serve(settings)
  const client = await service.connect()
  assert.equal((await client.delete(`/v1/qpr-codes/${code.id}`)).status, 204)
  // The request itself has deleted the first rows; the job deletes the rest.
  await service.stop('SIGKILL')
  const left = await rowsOf(url, code.id)
  assert.ok(left > 0 && left < scans, `${left} scans are left`)

  const next = await (await machine.serveHere(settings)).connect()
  assert.equal((await next.get(`/v1/qpr-codes/${code.id}`)).status, 404)
  await eventually(async () => {
    const { body } = await next.get<{ jobs: Job[] }>('/v1/jobs')
    assert.equal(body.jobs[0]?.status, 'succeeded')
  }, 180_000)
  assert.equal(await rowsOf(url, code.id), 0)
  const printed = await machine.run(['jobs'], settings)
  assert.match(printed.stdout, /job_\w+ {2}\S+ {2}succeeded {2}delete_code/)
}

test('SQLite: a deletion that kill -9 interrupts continues after the next start', async (t) => {
  const machine = await newMachine(t)
  await killAmidDeletion(machine, `sqlite:${join(machine.folder, 'data', 'qpr.db')}`)
})

// The lease lasts 30 s. In the short form `src/features/jobs/claiming.http.test.ts` has one that
// expires, by its clock, on both databases.
if (isDeep) {
  test('PostgreSQL: a deletion that kill -9 interrupts continues when its lease has expired', async (t) => {
    const machine = await newMachine(t)
    await killAmidDeletion(machine, await newDatabase(await anyPostgres(t)))
  })
}
