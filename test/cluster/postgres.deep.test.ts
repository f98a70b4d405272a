import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '../harness/checks/eventually.ts'
import { assertWhole, clocks, refusals, startUnderLoad } from '../harness/service/cluster-load.ts'
import { type PostgresServer, startPostgres } from '../harness/service/postgres.ts'

let postgres: PostgresServer
before(async () => {
  postgres = await startPostgres({ fsync: 'on' })
})
after(() => postgres.stop())

test('nothing is lost or sent twice when PostgreSQL is killed and restarted', async (t) => {
  const running = await startUnderLoad(t, postgres.url, clocks)
  for (let kills = 0; kills < 3; kills++) {
    await wait(8000)
    await postgres.signal('SIGKILL')
    await eventually(() => postgres.resume())
  }
  await wait(5000)
  await assertWhole(running)
})

test('while PostgreSQL is frozen for 8 s and for 20 s requests get 503, and then the service continues', async (t) => {
  const running = await startUnderLoad(t, postgres.url, clocks)
  for (const ms of [8000, 20_000]) {
    await wait(8000)
    await postgres.signal('SIGSTOP')
    await wait(ms)
    await postgres.signal('SIGCONT')
  }
  await wait(10_000)
  await assertWhole(running)
  assert.ok(refusals(running.load) > 0)
})
