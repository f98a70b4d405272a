import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { plantManyScans } from '../../../test/harness/data/planted-scans.ts'
import { startService } from '../../../test/harness/service/service.ts'
import type { Service } from '../../platform/context.ts'
import { claimJob } from '../../platform/jobs/claiming.ts'
import { lockClaimed } from '../../platform/jobs/jobs.store.ts'
import { createLog } from '../../platform/kit/log.ts'
import type { JobKind } from '../../platform/store/tables.ts'

test('only the runner with the claim saves a step', async (t) => {
  const service = await startService(t)
  await service.schedule.stop('jobs')
  const code = await createCode(service)
  await plantManyScans(service, code.id, 1500)
  await service.delete(`/v1/qpr-codes/${code.id}`)
  const { database } = service
  // The clock of PostgreSQL, by which the job is due, may be ahead of ours.
  let now = Date.now() + 1000
  const claim = async (withSuspects = true) => {
    const log = createLog('silent')
    const parts: Partial<Service> = { database, clock: { now: () => now }, log }
    return await claimJob(parts as Service, { kinds, after: '', busy: [], withSuspects })
  }
  const kinds: JobKind[] = ['delete_code']
  const [first, ...others] = (await Promise.all([claim(), claim()])).filter((one) => one)
  assert.ok(first)
  assert.deepEqual(others, [])
  // The lease expires: another runner takes over, and the former one may not save anything.
  now += 30_001
  assert.equal(await claim(false), undefined)
  const second = await claim()
  assert.ok(second)
  assert.deepEqual([second.job.id, second.job.crashes], [first.job.id, 1])
  await database.transaction(async ({ db }) => {
    assert.equal(await lockClaimed(db, first.job.id, first.claim), undefined)
    assert.ok(await lockClaimed(db, first.job.id, second.claim))
  })
})
