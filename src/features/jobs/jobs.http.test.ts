import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import { plantManyScans } from '../../../test/harness/data/planted-scans.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'
import { runUnaudited } from '../../platform/change.ts'
import * as store from '../../platform/jobs/jobs.store.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { addJob, cancelAnyJob } from './jobs.ts'

/** Jobs pause between steps, longer on a busy machine. */
const jobPatienceMs = 120_000

interface Job {
  id: string
  kind: string
  status: string
  organization_id: string
  subject_id: string
  rows_done: number
  rows_total: number | null
  cancellable: boolean
  finished_at: string | null
}

const newCode = async (service: Service, fields: object = {}) => {
  const body = { name: 'Terrace', prompt: 'You are the host.', ...fields }
  return (await service.post<{ id: string; short_id: string }>('/v1/qpr-codes', body)).body
}

const newOrganization = async (service: Service, name: string) =>
  (await service.post<{ id: string }>('/v1/organizations', { name })).body.id

const jobsOf = async (service: Service, organizationId?: string) => {
  const query = organizationId === undefined ? '' : `?organization_id=${organizationId}`
  return (await service.get<{ jobs: Job[] }>(`/v1/jobs${query}`)).body.jobs
}

const finished = (service: Service, organizationId?: string) =>
  eventually(async () => {
    const [job] = await jobsOf(service, organizationId)
    assert.equal(job?.status, 'succeeded')
    return job as Job
  }, jobPatienceMs)

const scansOf = async (service: Service, organizationId: string) => {
  const list = `/v1/scans?organization_id=${organizationId}&limit=200`
  const analytics = `/v1/analytics?organization_id=${organizationId}&period=all`
  const { body } = await service.get<{ total: number; scans: { qpr_code_id: string }[] }>(list)
  const sums = await service.get<{
    scans_total: number
    devices: { scans: number }[]
    top_countries: { scans: number }[]
  }>(analytics)
  const shares = sums.body.devices.reduce((sum, { scans }) => sum + scans, 0)
  return { total: body.total, listed: body.scans, sum: sums.body.scans_total, shares }
}

const rowsOf = async ({ database }: Service, codeId: string) => {
  const { total } = await database.db
    .selectFrom('scans')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('code_id', '=', codeId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Jobs are created, but do not run until the runner is started. */
const startPaused = async (t: TestContext) => {
  const service = await startService(t)
  await service.schedule.stop('jobs')
  return service
}

test('a deleted code disappears everywhere at once, and its rows follow in small steps', async (t) => {
  const service = await startPaused(t)
  const organizationId = await service.defaultOrganizationId()
  const [gone, stays] = [await newCode(service), await newCode(service)]
  await plantManyScans(service, gone.id, 3000)
  await plantManyScans(service, stays.id, 100)
  const before = await service.database.db
    .selectFrom('scan_hours')
    .selectAll()
    .where('scope_id', '=', stays.id)
    .execute()
  assert.equal((await service.delete(`/v1/qpr-codes/${gone.id}`)).status, 204)

  assert.equal((await service.get(`/v1/qpr-codes/${gone.id}`)).status, 404)
  assert.equal((await service.get(`/v1/qpr-codes/${gone.id}/analytics`)).status, 404)
  assert.equal((await service.get(`/v1/scans?qpr_code_id=${gone.id}`)).status, 404)
  assert.equal((await fetch(`${service.address}/s/${gone.short_id}`)).status, 404)
  assert.equal((await fetch(`${service.address}/qr/${gone.short_id}.svg`)).status, 404)
  const seen = await scansOf(service, organizationId)
  assert.deepEqual([seen.total, seen.sum, seen.shares, seen.listed.length], [100, 100, 100, 100])
  assert.ok(seen.listed.every(({ qpr_code_id }) => qpr_code_id === stays.id))

  const [waiting] = await jobsOf(service)
  assert.equal(waiting?.status, 'waiting')
  assert.ok((await rowsOf(service, gone.id)) > 0)
  service.schedule.start('jobs')
  const job = await finished(service)
  assert.deepEqual([job.kind, job.subject_id], ['delete_code', gone.id])
  assert.equal(await rowsOf(service, gone.id), 0)
  const after = await scansOf(service, organizationId)
  assert.deepEqual(after, seen)
  const { db } = service.database
  assert.deepEqual(await db.selectFrom('code_stays').selectAll().execute(), [])
  for (const sums of ['scan_hours', 'scan_shares', 'scan_devices'] as const) {
    const left = await db.selectFrom(sums).selectAll().where('scope_id', '=', gone.id).execute()
    assert.deepEqual(left, [], sums)
  }
  assert.deepEqual(
    await db.selectFrom('scan_hours').selectAll().where('scope_id', '=', stays.id).execute(),
    before,
  )
})

test('a small deletion is complete with its response, without a job', async (t) => {
  const service = await startPaused(t)
  const code = await newCode(service)
  await plantManyScans(service, code.id, 50)
  assert.equal((await service.delete(`/v1/qpr-codes/${code.id}`)).status, 204)
  assert.equal(await rowsOf(service, code.id), 0)
  assert.deepEqual(await jobsOf(service), [])
})

test('a move is complete with its response, without a job, and leaves the scans', async (t) => {
  const service = await startPaused(t)
  const from = await service.defaultOrganizationId()
  const to = await newOrganization(service, 'Elsewhere')
  const code = await newCode(service)
  await plantManyScans(service, code.id, 3000)
  const before = await scansOf(service, from)
  const moved = await service.patch(`/v1/qpr-codes/${code.id}`, { organization_id: to })
  assert.equal(moved.status, 200)
  assert.equal((await fetch(`${service.address}/s/${code.short_id}`)).status, 200)

  const arrived = await scansOf(service, to)
  assert.deepEqual(
    [arrived.total, arrived.sum, arrived.shares, arrived.listed.length],
    [1, 1, 1, 1],
  )
  assert.deepEqual(await scansOf(service, from), before)
  assert.deepEqual([await jobsOf(service, to), await jobsOf(service, from)], [[], []])
})

test('a deleted code that had moved is deleted in small steps, and its former scans stay', async (t) => {
  const service = await startPaused(t)
  const from = await service.defaultOrganizationId()
  const to = await newOrganization(service, 'Elsewhere')
  const code = await newCode(service)
  await plantManyScans(service, code.id, 3000)
  const before = await scansOf(service, from)
  await service.patch(`/v1/qpr-codes/${code.id}`, { organization_id: to })
  // Scans that were recorded in the new organization.
  const { db } = service.database
  await service.database.transaction(async (tx) => {
    await tx.db
      .updateTable('code_stays')
      .set({ arrived_at: Date.now() - 60 * dayMs })
      .where('organization_id', '=', to)
      .execute()
  })
  await plantManyScans(service, code.id, 2000)
  assert.equal((await scansOf(service, to)).total, 2000)
  assert.equal((await service.delete(`/v1/qpr-codes/${code.id}`)).status, 204)
  const seen = async () => {
    const { total, sum, shares, listed } = await scansOf(service, to)
    return [total, sum, shares, listed.length]
  }
  assert.deepEqual(await seen(), [0, 0, 0, 0])
  assert.deepEqual(await scansOf(service, from), before)
  assert.ok((await rowsOf(service, code.id)) > 3000)
  service.schedule.start('jobs')
  assert.equal((await finished(service, to)).kind, 'delete_code')
  assert.deepEqual(await seen(), [0, 0, 0, 0])
  assert.equal(await rowsOf(service, code.id), 3000)
  assert.deepEqual(await scansOf(service, from), before)
  const stays = await db.selectFrom('code_stays').select('organization_id').execute()
  assert.deepEqual(stays, [{ organization_id: from }])
})

test('a deleted organization disappears at once with its codes, and its job is in the default organization', async (t) => {
  const service = await startPaused(t)
  const organizationId = await newOrganization(service, 'Short-lived')
  const code = await newCode(service, { organization_id: organizationId })
  await plantManyScans(service, code.id, 2000)
  assert.equal((await fetch(`${service.address}/s/${code.short_id}`)).status, 200)
  assert.equal((await service.delete(`/v1/organizations/${organizationId}`)).status, 204)
  assert.equal((await service.get(`/v1/organizations/${organizationId}`)).status, 404)
  assert.equal((await service.get(`/v1/qpr-codes/${code.id}`)).status, 404)
  assert.equal((await fetch(`${service.address}/s/${code.short_id}`)).status, 404)
  assert.equal((await fetch(`${service.address}/qr/${code.short_id}.svg`)).status, 404)
  service.schedule.start('jobs')
  const job = await finished(service)
  assert.deepEqual([job.kind, job.subject_id], ['delete_organization', organizationId])
  const { db } = service.database
  for (const table of ['codes', 'scans', 'events'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('organization_id', '=', organizationId)
      .execute()
    assert.deepEqual(rows, [], table)
  }
  for (const table of ['scan_hours', 'scan_shares', 'scan_devices'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('scope_id')
      .where('scope_id', 'in', [organizationId, code.id])
      .execute()
    assert.deepEqual(rows, [], table)
  }
})

test('a job of 5,000 scans takes steps of at most 2,000 rows, each in its own transaction', async (t) => {
  const service = await startPaused(t)
  const code = await newCode(service)
  await plantManyScans(service, code.id, 5000)
  await service.delete(`/v1/qpr-codes/${code.id}`)
  const steps: number[] = []
  const { transaction } = service.database
  service.database.transaction = async (work) => {
    const before = await rowsOf(service, code.id)
    const result = await transaction(work)
    steps.push(before - (await rowsOf(service, code.id)))
    return result
  }
  service.schedule.start('jobs')
  await finished(service)
  service.database.transaction = transaction
  assert.ok(Math.max(...steps) <= 2000, `a step of ${Math.max(...steps)} rows`)
  assert.ok(steps.filter((rows) => rows > 0).length >= 3)
})

test('a deletion cannot be cancelled and gets 409; a rebuild can be cancelled', async (t) => {
  const service = await startPaused(t)
  const organizationId = await service.defaultOrganizationId()
  const code = await newCode(service)
  await plantManyScans(service, code.id, 1500)
  await service.delete(`/v1/qpr-codes/${code.id}`)
  const [deletion] = await jobsOf(service)
  assert.equal(deletion?.cancellable, false)
  const refused = await service.post(`/v1/jobs/${deletion?.id}/cancel`)
  assertRefused(refused, { status: 409, code: 'job_not_cancellable' })
  const id = await runUnaudited(service.internals, (change) =>
    addJob(change, {
      kind: 'rebuild_analytics',
      organizationId,
      subjectId: 'service',
      subjectName: 'Analytics',
      userId: null,
      total: null,
    }),
  )
  const cancelled = await service.post<Job>(`/v1/jobs/${id}/cancel`)
  assert.equal(cancelled.body.status, 'cancelled')
  assertRefused(await service.post(`/v1/jobs/${id}/cancel`), { status: 409, code: 'job_finished' })
  const shown = await service.get<Job>(`/v1/jobs/${id}`)
  assert.equal(shown.body.status, 'cancelled')
  assert.equal((await service.get('/v1/jobs/job_unknown')).status, 404)
})

test('a job of a kind that this version does not know gets 409, and can be cancelled by force', async (t) => {
  const service = await startService(t)
  const id = await runUnaudited(service.internals, async (change) =>
    addJob(change, {
      kind: 'move_code' as 'delete_code',
      organizationId: await service.defaultOrganizationId(),
      subjectId: 'qpr_1',
      subjectName: 'Terrace',
      userId: null,
      total: null,
    }),
  )
  const refused = await service.post(`/v1/jobs/${id}/cancel`)
  assertRefused(refused, { status: 409, code: 'job_not_cancellable' })
  const cancelled = await runUnaudited(service.internals, (change) =>
    cancelAnyJob(change, id, true),
  )
  assert.equal(cancelled.status, 'cancelled')
})

test('a job that is not parked cannot be retried and gets 409', async (t) => {
  const service = await startPaused(t)
  const code = await newCode(service)
  await plantManyScans(service, code.id, 1500)
  await service.delete(`/v1/qpr-codes/${code.id}`)
  const [job] = await jobsOf(service)
  const refused = await service.post(`/v1/jobs/${job?.id}/retry`)
  assertRefused(refused, { status: 409, code: 'job_not_parked' })
})

test('a parked job that is retried runs again, and its crashes no longer count', async (t) => {
  const service = await startPaused(t)
  const code = await newCode(service)
  await plantManyScans(service, code.id, 1500)
  await service.delete(`/v1/qpr-codes/${code.id}`)
  const [job] = await jobsOf(service)
  const id = job?.id ?? ''
  const row = () => store.find(service.database.db, id)
  await service.database.transaction(async ({ db }) => {
    await db.updateTable('jobs').set({ crashes: 2 }).where('id', '=', id).execute()
    await store.park(db, id, 'The service ended unexpectedly twice.')
  })
  const retried = await service.post<Job>(`/v1/jobs/${id}/retry`)
  assert.deepEqual([retried.status, retried.body.status], [200, 'waiting'])
  assert.equal((await row())?.crashes, 0)
  await service.schedule.start('jobs')
  assert.equal((await finished(service)).id, id)
})
