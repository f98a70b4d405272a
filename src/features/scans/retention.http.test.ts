import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { countRows, createCode } from '../../../test/harness/data/given.ts'
import { plantScans } from '../../../test/harness/data/planted-scans.ts'
import { rebuildSums } from '../../../test/harness/data/rebuilt-sums.ts'
import { analyticsOf, listScans, scan, scansTotal } from '../../../test/harness/data/scans.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { tidy } from '../../service/janitor.ts'

const start = async (t: TestContext, settings: Record<string, string>) => {
  const clock = fakeClock('2026-01-01T10:30:00Z')
  const service = await startService(t, { clock, settings })
  return { clock, service, code: await createCode(service) }
}

/** One round of the work that the service does at its start and every hour. */
const cleanUp = ({ internals, config }: Service) => tidy(internals, config)

const scanMany = (service: Service, code: { short_id: string }, count: number) =>
  Promise.all(Array.from({ length: count }, () => scan(service, code)))

test('scans older than QPR_SCAN_RETENTION_DAYS are deleted in any number, and the others stay', async (t) => {
  const { clock, service, code } = await start(t, { QPR_SCAN_RETENTION_DAYS: '7' })
  // More than one step deletes.
  await plantScans(service, Array(600).fill({ code, at: clock.now() }))
  clock.advance(3 * dayMs)
  await scanMany(service, code, 5)
  clock.advance(4 * dayMs + 1)
  await cleanUp(service)
  assert.equal(await countRows(service, 'scans'), 5)
  const { scans, total } = await listScans(service)
  assert.deepEqual([scans.length, total], [5, 5])
})

test('totals and analytics stay when scans are deleted', async (t) => {
  const { clock, service, code } = await start(t, { QPR_SCAN_RETENTION_DAYS: '1' })
  await scanMany(service, code, 10)
  clock.advance(2 * dayMs)
  const before = await analyticsOf(service, code, '?period=all&granularity=hour')
  assert.equal(before.scans_total, 10)
  await cleanUp(service)
  assert.equal(await countRows(service, 'scans'), 0)
  assert.deepEqual(await analyticsOf(service, code, '?period=all&granularity=hour'), before)
  assert.equal(await scansTotal(service, code), 10)
})

test('rebuilding the sums keeps those of days whose scans are deleted', async (t) => {
  const { clock, service, code } = await start(t, { QPR_SCAN_RETENTION_DAYS: '2' })
  for (const count of [4, 3, 2, 1]) {
    await scanMany(service, code, count)
    clock.advance(dayMs)
  }
  const before = await analyticsOf(service, code, '?period=all')
  await cleanUp(service)
  assert.equal(await countRows(service, 'scans'), 3)
  await rebuildSums(service.database, clock, 2)
  assert.deepEqual(await analyticsOf(service, code, '?period=all'), before)
  assert.equal(await scansTotal(service, code), 10)
})

test('without the setting scans are kept forever', async (t) => {
  const { clock, service, code } = await start(t, {})
  await scan(service, code)
  clock.advance(10_000 * dayMs)
  await cleanUp(service)
  assert.equal(await countRows(service, 'scans'), 1)
})
