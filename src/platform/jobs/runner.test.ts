import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Service } from '../context.ts'
import { systemClock } from '../kit/clock.ts'
import { createLog } from '../kit/log.ts'
import type { Database } from '../store/database.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import type { JobKind } from '../store/tables.ts'
import { createSuspects } from './claiming.ts'
import type { JobHandler, JobHandlers } from './handlers.ts'
import * as store from './jobs.store.ts'
import { createRunner } from './runner.ts'

const kind: JobKind = 'process_knowledge'
const pace = { name: 'jobs', log: createLog('silent'), everyMs: 1000, retryMs: 1000 }

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
    crashes: 0,
    last_error: null,
    created_at: 0,
    started_at: null,
    finished_at: null,
  }
  await database.transaction(({ db }) => store.insert(db, job))
  return { database, job }
}

const runnerOf = (database: Database, handler: JobHandler, maxConcurrent = 1) => {
  const parts: Partial<Service> = {
    database,
    clock: systemClock,
    log: createLog('silent'),
    jobHandlers: { [kind]: handler } as JobHandlers,
  }
  return createRunner({
    service: parts as Service,
    kinds: [kind],
    maxConcurrent,
    suspects: createSuspects(),
  })
}

const rowOf = async ({ db }: Database, id: string) => {
  const row = await store.find(db, id)
  assert.ok(row)
  return row
}

test('a job that starts again during its last step is not finished by that step', async (t) => {
  const { database, job } = await givenJob(t)
  let steps = 0
  const handler: JobHandler = {
    cannotCancel: null,
    async step(_context, { save }) {
      steps += 1
      // What this step has read is out of date from here on.
      if (steps === 1) await database.transaction(({ db }) => store.restart(db, job.id, job))
      await save(async () => ({ rows: 1, isDone: true }))
      return undefined
    },
  }
  const runner = runnerOf(database, handler)
  await runner.finish(async () => (await rowOf(database, job.id)).status === 'succeeded')
  assert.equal(steps, 2)
})

test('the back-off after a failed step counts only the failures since the last complete step', async (t) => {
  const { database, job } = await givenJob(t)
  await database.transaction(({ db }) =>
    db.updateTable('jobs').set({ attempts: 9 }).where('id', '=', job.id).execute(),
  )
  let steps = 0
  const handler: JobHandler = {
    cannotCancel: null,
    async step(_context, { save }) {
      steps += 1
      if (steps === 2) throw new Error('the second step fails')
      await save(async () => ({ rows: 1, isDone: false }))
      return undefined
    },
  }
  const runner = runnerOf(database, handler)
  await runner.finish(async () => (await rowOf(database, job.id)).attempts === 1)
  const { due_at } = await rowOf(database, job.id)
  // One second, not the minute that nine failures in a row would cost.
  assert.ok((due_at ?? 0) - systemClock.now() <= 1000)
})

test('a turn ends after a time, not after a number of steps', async (t) => {
  const { database, job } = await givenJob(t)
  const other = { ...job, id: 'job_2', organization_id: 'org_2', subject_id: 'src_2' }
  await database.transaction(({ db }) => store.insert(db, other))
  const order: string[] = []
  const handler: JobHandler = {
    cannotCancel: null,
    async step(_context, { assignment: { subjectId }, save }) {
      order.push(subjectId)
      const isDone = subjectId === 'src_2' || order.length > 200
      if (!isDone) await wait(100)
      await save(async () => ({ rows: 1, isDone }))
      return undefined
    },
  }
  const runner = runnerOf(database, handler)
  await runner.finish(async () => (await rowOf(database, 'job_2')).status === 'succeeded')
  const before = order.indexOf('src_2')
  assert.ok(before <= 10, `${before} slow steps of one organization came first`)
})

test('a process that loses its lease and goes on running is not counted as a crash', async (t) => {
  const { database, job } = await givenJob(t)
  let steps = 0
  const handler: JobHandler = {
    cannotCancel: null,
    async step(_context, { save }) {
      steps += 1
      // Another process takes over, because this one was slow.
      if (steps === 1) {
        const lease = { claim: 'other', now: 0, until: 0, crashes: 1 }
        await database.transaction(({ db }) => store.claim(db, job.id, lease))
      }
      await save(async () => ({ rows: 1, isDone: true }))
      return undefined
    },
  }
  const runner = runnerOf(database, handler)
  await runner.finish(async () => steps === 1 && (await rowOf(database, job.id)).crashes === 0)
  assert.equal((await rowOf(database, job.id)).claim, 'other')
})

test('jobs during which a process ended run one after the other, and the others beside them', async (t) => {
  const { database, job } = await givenJob(t)
  const jobs = [2, 3, 4].map((n) => ({
    ...job,
    id: `job_${n}`,
    organization_id: `org_${n}`,
    subject_id: `src_${n}`,
    crashes: n === 4 ? 0 : 1,
  }))
  await database.transaction(async ({ db }) => {
    await db.updateTable('jobs').set({ crashes: 1 }).where('id', '=', job.id).execute()
    for (const one of jobs) await store.insert(db, one)
  })
  const running = new Set<string>()
  let maxSuspects = 0
  let isBeside = false
  const beside = Promise.withResolvers<void>()
  const handler: JobHandler = {
    cannotCancel: null,
    async step(_context, { assignment: { subjectId }, save }) {
      running.add(subjectId)
      maxSuspects = Math.max(maxSuspects, [...running].filter((id) => id !== 'src_4').length)
      isBeside ||= running.has('src_4') && running.size > 1
      if (isBeside) beside.resolve()
      // A claim takes long on a busy machine.
      await Promise.race([beside.promise, wait(10_000)])
      await wait(100)
      running.delete(subjectId)
      await save(async () => ({ rows: 1, isDone: true }))
      return undefined
    },
  }
  const runner = runnerOf(database, handler, 4)
  await runner.finish(async () => (await store.nextDueAt(database.db, [kind])) === null)
  assert.deepEqual([maxSuspects, isBeside], [1, true])
})

test('a runner that stops during a step releases its job, so that its end does not look like a crash', async (t) => {
  const { database, job } = await givenJob(t)
  const begun = Promise.withResolvers<void>()
  const going = Promise.withResolvers<void>()
  const handler: JobHandler = {
    cannotCancel: null,
    async step(_, { save }) {
      begun.resolve()
      await going.promise
      await save(async () => ({ rows: 1, isDone: true }))
      return undefined
    },
  }
  const runner = runnerOf(database, handler)
  runner.start(pace)
  await begun.promise
  const stopped = runner.stop()
  going.resolve()
  await stopped
  const { status, claim, crashes, rows_done } = await rowOf(database, job.id)
  assert.deepEqual([status, claim, crashes, rows_done], ['waiting', null, 0, 0])
})

test('a step that waited for another machine when the runner stopped does not go on', async (t) => {
  const { database, job } = await givenJob(t)
  const begun = Promise.withResolvers<void>()
  const going = Promise.withResolvers<void>()
  let hasGoneOn = false
  const handler: JobHandler = {
    cannotCancel: null,
    async step(_context, { outside, save }) {
      await outside(async () => {
        begun.resolve()
        await going.promise
      })
      hasGoneOn = true
      await save(async () => ({ rows: 1, isDone: true }))
      return undefined
    },
  }
  const runner = runnerOf(database, handler)
  runner.start(pace)
  await begun.promise
  const stopped = runner.stop()
  going.resolve()
  await stopped
  const { status, crashes, rows_done } = await rowOf(database, job.id)
  assert.deepEqual([hasGoneOn, status, crashes, rows_done], [false, 'waiting', 0, 0])
})

test('a stop does not wait for another machine that is silent', async (t) => {
  const { database, job } = await givenJob(t)
  const begun = Promise.withResolvers<void>()
  const silent = Promise.withResolvers<void>()
  const handler: JobHandler = {
    cannotCancel: null,
    async step(_context, { outside, save }) {
      await outside(() => {
        begun.resolve()
        return silent.promise
      })
      await save(async () => ({ rows: 1, isDone: true }))
      return undefined
    },
  }
  const runner = runnerOf(database, handler)
  runner.start(pace)
  await begun.promise
  const isStopped = await Promise.race([runner.stop().then(() => true), wait(5000, false)])
  assert.ok(isStopped)
  const { status, claim, rows_done } = await rowOf(database, job.id)
  assert.deepEqual([status, claim, rows_done], ['waiting', null, 0])
  // The runner has released the job, so the late failure of its step must reach no one.
  silent.reject(new Error('late'))
})

test('a job during which two processes ended is parked, and its subject does not wait for it', async (t) => {
  const { database, job } = await givenJob(t)
  const lost = { claim: 'of a process that ended', now: 0, until: 0, crashes: 1 }
  await database.transaction(({ db }) => store.claim(db, job.id, lost))
  const givenUp: unknown[] = []
  const handler: JobHandler = {
    cannotCancel: null,
    step: () => assert.fail('it does not run'),
    async giveUp(_change, ...subject) {
      givenUp.push(subject)
    },
  }
  const runner = runnerOf(database, handler)
  await runner.finish(async () => (await rowOf(database, job.id)).status === 'parked')
  assert.deepEqual(givenUp, [[job.subject_id, 'crashed']])
})
