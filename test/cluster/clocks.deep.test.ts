import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { shiftedBy } from '../harness/service/cluster.ts'
import { assertWhole, clocks, startUnderLoad } from '../harness/service/cluster-load.ts'
import { type PostgresServer, startPostgres } from '../harness/service/postgres.ts'

let postgres: PostgresServer
before(async () => {
  postgres = await startPostgres({ fsync: 'on' })
})
after(() => postgres.stop())

test('processes with clocks an hour apart work correctly', async (t) => {
  const running = await startUnderLoad(t, postgres.url, clocks)
  await wait(40_000)
  await assertWhole(running)
})

test('a system clock that is set by an hour under load has no effect', async (t) => {
  const running = await startUnderLoad(t, postgres.url, [
    shiftedBy(0, 3600),
    shiftedBy(0, -3600),
    shiftedBy(0),
  ])
  await wait(10_000)
  for (const { service } of running.members.slice(0, 2)) service.kill('SIGUSR2')
  await wait(20_000)
  for (const { service } of running.members.slice(0, 2)) service.kill('SIGUSR2')
  await wait(10_000)
  await assertWhole(running)
})
