import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { insertScans } from '../../../test/harness/data/planted-scans.ts'
import { rebuildSums } from '../../../test/harness/data/rebuilt-sums.ts'
import { analyticsOf, scansTotal } from '../../../test/harness/data/scans.ts'
import { startService } from '../../../test/harness/service/service.ts'
import { systemClock } from '../../platform/kit/clock.ts'
import { rebuildStart, rebuildStep } from './rebuild.ts'

test('more scans than one step reads are rebuilt day by day, and the total of the code stays', async (t) => {
  const service = await startService(t)
  const { database } = service
  const code = await createCode(service)
  await insertScans(database, code.id, 20_600)
  assert.equal(await rebuildSums(database, systemClock, null), 20_600)
  const before = await analyticsOf(service, code, '?period=all')
  assert.equal(before.scans_total, 20_600)

  await database.transaction(({ db }) =>
    db.deleteFrom('scan_hours').where('scope_id', '=', code.id).execute(),
  )
  const firstDays = { scans: 0, conversations: 0 }
  const step = await rebuildStep(database, rebuildStart, firstDays, (work) =>
    database.transaction(work),
  )
  assert.equal(step?.state?.id, code.id)
  assert.notEqual(step?.state?.day, null)
  assert.equal(await scansTotal(service, code), 20_600)
  assert.equal(await rebuildSums(database, systemClock, null), 20_600)
  assert.deepEqual(await analyticsOf(service, code, '?period=all'), before)
})
