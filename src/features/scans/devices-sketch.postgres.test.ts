import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { anyPostgres, createDatabase } from '../../../test/harness/service/postgres.ts'
import { hash64 } from '../../platform/kit/ids.ts'
import { createLog } from '../../platform/kit/log.ts'
import { openDatabase } from '../../platform/store/open.ts'
import { addDevices, emptySketch } from './devices-sketch.ts'

const keys = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => hash64(`device ${from + i}`))

/** The devices of a sketch, and those that are added to it. */
const cases: [string[], string[]][] = [
  [[], keys(0, 1)],
  [keys(0, 1), keys(0, 1)],
  [keys(0, 10), keys(5, 15)],
  [keys(0, 511), keys(511, 512)],
  [keys(0, 512), keys(0, 200)],
  [keys(0, 512), keys(512, 513)],
  [keys(0, 400), keys(300, 556)],
  [keys(0, 3000), keys(2900, 3156)],
  [keys(0, 100_000), keys(100_000, 100_256)],
  // The longest and the shortest run of zeros.
  [keys(0, 600), ['abc0000000000000', 'abd8000000000000', 'fff0000000000001', '000fffffffffffff']],
]

test('PostgreSQL adds devices to a sketch as the service does', async (t) => {
  const url = await createDatabase(await anyPostgres(t))
  const database = openDatabase(url, createLog('silent'))
  await database.migrate()
  try {
    for (const [known, added] of cases) {
      const sketch = Buffer.from(addDevices(emptySketch, known))
      const devices = Buffer.from(added.join(''), 'hex')
      const { rows } = await sql<{ sketch: Buffer }>`
        select qpr_add_devices(${sketch}, ${devices}) as sketch`.execute(database.db)
      const expected = Buffer.from(addDevices(sketch, added))
      assert.deepEqual(rows[0]?.sketch, expected, `${known.length} + ${added.length}`)
    }
  } finally {
    await database.close()
  }
})
