// Lists of more than 10,000 rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from './harness/data/given.ts'
import { plantCodes } from './harness/data/planted-codes.ts'
import { plantManyScans } from './harness/data/planted-scans.ts'
import { startService } from './harness/service/service.ts'
import { walk } from './lists.ts'

test('an offset beyond 10,000 gives the same result as paging from the beginning', async (t) => {
  const service = await startService(t)
  await plantCodes(service, 10_020)
  for (const sort of ['newest', 'oldest', 'name', 'changed', 'scans']) {
    const at = async (offset: number, limit: number) => {
      const path = `/v1/qpr-codes?sort=${sort}&offset=${offset}&limit=${limit}`
      return (await service.get<{ codes: { id: string }[] }>(path)).body.codes.map(({ id }) => id)
    }
    const deep = await at(9990, 30)
    assert.equal(deep.length, 30)
    assert.deepEqual(await at(10_005, 15), deep.slice(15), sort)
    assert.deepEqual(await at(1_000_000_000, 5), [], sort)
  }
})

test('scans by cursor and by a deep offset are the same', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await plantManyScans(service, code.id, 11_000)
  const page = async (query: string) =>
    (await service.get<{ scans: { id: number }[] }>(`/v1/scans?${query}`)).body.scans.map(
      ({ id }) => id,
    )
  const { ids } = await walk(service, '/v1/scans', 200)
  assert.equal(ids.length, 11_000)
  assert.equal(new Set(ids).size, 11_000)
  assert.deepEqual(await page('offset=10500&limit=20'), ids.slice(10_500, 10_520))
  assert.deepEqual(await page('offset=50000'), [])
})
