import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  assertWhole,
  clocks,
  killAndRestart,
  startUnderLoad,
} from '../harness/service/cluster-load.ts'
import { type PostgresServer, startPostgres } from '../harness/service/postgres.ts'

let postgres: PostgresServer
before(async () => {
  postgres = await startPostgres({ fsync: 'on' })
})
after(() => postgres.stop())

test('when each process is killed in turn, others take over its work, and only that is sent twice', async (t) => {
  const running = await startUnderLoad(t, postgres.url, clocks)
  const kills: { at: number; address: string }[] = []
  for (const member of running.members) {
    await wait(5000)
    kills.push(await killAndRestart(member, 'SIGKILL', 20_000))
  }
  await assertWhole(running, {
    isTwiceAllowed: (firstAt, secondAt) =>
      kills.some(({ at }) => firstAt <= at + 1000 && firstAt > at - 10_000 && secondAt > at),
    isCutAllowed: ({ address, startedAt }) =>
      kills.some(
        (kill) =>
          kill.address === address && startedAt < kill.at + 1000 && startedAt > kill.at - 30_000,
      ),
  })
})

test('a rolling restart loses nothing, sends nothing twice, and cuts only answers that could not end in time', async (t) => {
  const running = await startUnderLoad(t, postgres.url, clocks)
  const stops: { at: number; address: string }[] = []
  for (const member of running.members) {
    await wait(5000)
    stops.push(await killAndRestart(member, 'SIGTERM', 0))
  }
  await assertWhole(running, {
    isCutAllowed: ({ address, startedAt }) =>
      stops.some(
        (stop) =>
          stop.address === address && startedAt < stop.at + 10_000 && startedAt > stop.at - 30_000,
      ),
  })
})
