import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { isDeep, rounds } from '../harness/checks/depth.ts'
import { startWriters } from '../harness/data/writers.ts'
import { assertBooks } from '../harness/receivers/books.ts'
import { anyPostgres, newDatabase } from '../harness/service/postgres.ts'
import { type Machine, newMachine, testKey } from '../harness/service/process.ts'

const writers = 16

/**
 * Kills the service during parallel writes, and checks the database: once in the short form. The long
 * form repeats it at other moments.
 */
const killRepeatedly = async (machine: Machine, times: number, databaseUrl: string) => {
  const settings = { DATABASE_URL: databaseUrl, QPR_LOG_LEVEL: 'silent' }
  const acknowledged: string[] = []
  for (let killed = 1; killed <= times; killed++) {
    const service = await machine.serve(settings)
    const load = startWriters(service.address, writers)
    await load.acknowledges(isDeep ? randomInt(20, 200) : 60)
    const { signal } = await service.stop('SIGKILL')
    assert.equal(signal, 'SIGKILL')
    await load.done
    assert.deepEqual(load.refusals, [])
    acknowledged.push(...load.acknowledged)

    const next = await machine.serveHere(settings)
    const { codes } = await assertBooks(databaseUrl, {
      acknowledged,
      inFlight: writers * killed,
    })
    assert.equal(await totalOf(next.address), codes)
    await next.stop()
  }
}

const totalOf = async (address: string): Promise<number> => {
  const response = await fetch(`${address}/v1/qpr-codes?limit=1`, {
    headers: { Authorization: `Bearer ${testKey}` },
  })
  return ((await response.json()) as { total: number }).total
}

test('SQLite: repeated kill -9 under 16 writers loses nothing acknowledged', async (t) => {
  const machine = await newMachine(t)
  await killRepeatedly(machine, rounds(1, 100), `sqlite:${join(machine.folder, 'data', 'qpr.db')}`)
})

test('PostgreSQL: repeated kill -9 under 16 writers loses nothing acknowledged', async (t) => {
  const machine = await newMachine(t)
  await killRepeatedly(machine, rounds(1, 10), await newDatabase(await anyPostgres(t)))
})
