import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { systemClock } from '../kit/clock.ts'
import { createLog } from '../kit/log.ts'
import { openSqlite } from '../storage/sqlite/sqlite.ts'
import type { JobKind } from '../storage/tables.ts'
import type { Chore } from './chore.ts'
import * as store from './jobs.store.ts'
import { createRunner } from './runner.ts'

const kind: JobKind = 'process_knowledge'

const givenJob = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-jobs-'))
  const database = openSqlite(join(folder, 'qpr.db'))
  await database.migrate()
  t.after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const job = {
    id: 'job_1',
    kind,
    organization_id: 'org_1',
    subject_id: 'src_1',
    subject_name: 'Manual',
    user_id: null,
    status: 'waiting' as const,
    state: '{}',
    rows_done: 0,
    rows_total: null,
    due_at: 0,
    claim: null,
    attempts: 0,
    last_error: null,
    created_at: 0,
    started_at: null,
    finished_at: null,
  }
  await database.transaction(({ db }) => store.insert(db, job))
  return { database, job }
}

test('a job that starts again during its last step is not finished by that step', async (t) => {
  const { database, job } = await givenJob(t)
  let steps = 0
  const chore: Chore = {
    cannotCancel: null,
    async step({ save }) {
      steps += 1
      // What this step has read is out of date from here on.
      if (steps === 1) await database.transaction(({ db }) => store.restart(db, job.id, job))
      await save(async () => ({ rows: 1, isDone: true }))
      return undefined
    },
  }
  const log = createLog('silent')
  const chores = { [kind]: chore } as Record<JobKind, Chore>
  const runner = createRunner({ database, clock: systemClock, log, chores, kinds: [kind] })
  const status = async () => (await store.find(database.db, job.id))?.status
  await runner.finish(async () => (await status()) === 'succeeded')
  assert.equal(steps, 2)
})
