import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plantCodes } from '../../../../test/harness/data/planted-codes.ts'
import { startService } from '../../../../test/harness/service/service.ts'
import { orderNumbers } from './0017-templates.ts'

test('codes of earlier versions get the order by number', async (t) => {
  const service = await startService(t)
  const { database } = service
  // More than one batch; every third name has no number.
  await plantCodes(service, 700, (number) => (number % 3 === 0 ? 'Bar' : `Table ${number}`))
  await database.transaction(async ({ db }) => {
    await db
      .updateTable('codes')
      .set((row) => ({ name_order: row.ref('name_folded') }))
      .execute()
    await orderNumbers(db)
  })
  const list = async (offset: number) => {
    const path = `/v1/qpr-codes?sort=name&limit=100&offset=${offset}`
    return (await service.get<{ codes: { name: string }[] }>(path)).body.codes
  }
  const names = (await Promise.all([0, 100, 200, 300, 400, 500, 600].map(list))).flat()
  const tables = names.slice(233).map(({ name }) => Number(name.replace('Table ', '')))
  assert.deepEqual(new Set(names.slice(0, 233).map(({ name }) => name)), new Set(['Bar']))
  assert.deepEqual(
    tables,
    tables.toSorted((a, b) => a - b),
  )
})
