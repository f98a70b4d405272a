import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { insertScans } from '../../../test/harness/data/planted-scans.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'
import { runUnaudited } from '../../platform/change.ts'
import { addJob } from './jobs.ts'

const scans = 1_000_000
/** Ten times what a scan waits on a quiet machine. On a busy one it may wait for a twentieth of the work. */
const longestWaitMs = 1000
const longestShare = 1 / 20

/** The time that this process has waited for a processor; 0 where the system does not report it. */
const processorWaitMs = (): number => {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/**
 * Scans a code repeatedly until it is stopped. Returns the longest wait, without the time that
 * other programs took.
 */
const startScanning = (service: Service, shortId: string) => {
  let isOver = false
  const done = (async () => {
    let longestMs = 0
    let count = 0
    while (!isOver) {
      const startedAt = performance.now() - processorWaitMs()
      const response = await fetch(`${service.address}/s/${shortId}`)
      await response.arrayBuffer()
      assert.equal(response.status, 200)
      longestMs = Math.max(longestMs, performance.now() - processorWaitMs() - startedAt)
      count += 1
      await wait(5)
    }
    return { longestMs: Math.round(longestMs), count }
  })()
  return async () => {
    isOver = true
    return await done
  }
}

const allFinished = async ({ database }: Service) => {
  for (;;) {
    const query = database.db.selectFrom('jobs').select('id').where('due_at', 'is not', null)
    if ((await query.execute()).length === 0) return
    await wait(100)
  }
}

test('a rebuild, a move and a deletion of 1,000,000 scans never delay a scan of another code', async (t) => {
  const service = await startService(t)
  const organizationId = await service.defaultOrganizationId()
  const elsewhere = await createOrganization(service, { name: 'Elsewhere' })
  const large = await createCode(service, { name: 'Large' })
  const other = await createCode(service, { name: 'Other' })
  await insertScans(service.database, large.id, scans)
  const work: Record<string, () => Promise<unknown>> = {
    rebuild: () =>
      runUnaudited(service.internals, (change) =>
        addJob(change, {
          kind: 'rebuild_analytics',
          organizationId,
          subjectId: 'analytics',
          subjectName: 'analytics',
          userId: null,
          total: null,
        }),
      ),
    move: () => service.patch(`/v1/qpr-codes/${large.id}`, { organization_id: elsewhere.id }),
    // With its past: the deletion is of all scans.
    return: () => service.patch(`/v1/qpr-codes/${large.id}`, { organization_id: organizationId }),
    deletion: () => service.delete(`/v1/qpr-codes/${large.id}`),
  }
  for (const [name, begin] of Object.entries(work)) {
    const stop = startScanning(service, other.short_id)
    await wait(200)
    const startedAt = performance.now()
    await begin()
    const answeredMs = Math.round(performance.now() - startedAt)
    await allFinished(service)
    const jobMs = Math.round(performance.now() - startedAt)
    const { longestMs, count } = await stop()
    t.diagnostic(
      `${service.database.engine} ${name}: answered in ${answeredMs} ms, done in ${jobMs} ms, ` +
        `${count} scans of another code meanwhile, the longest wait ${longestMs} ms`,
    )
    const limitMs = Math.max(longestWaitMs, jobMs * longestShare)
    assert.ok(longestMs < limitMs, `${name}: a scan waited ${longestMs} ms`)
  }
})
