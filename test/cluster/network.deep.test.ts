import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '../harness/checks/eventually.ts'
import { assertWhole, startUnderLoad } from '../harness/service/cluster-load.ts'
import { type PostgresServer, startPostgres } from '../harness/service/postgres.ts'
import { startProxy } from '../harness/service/proxy.ts'

let postgres: PostgresServer
before(async () => {
  postgres = await startPostgres({ fsync: 'on' })
})
after(() => postgres.stop())

test('when the network of one process is silent for 20 s, the others continue, and it recovers', async (t) => {
  const proxy = await startProxy(t, postgres.url)
  const running = await startUnderLoad(t, postgres.url, [{}, {}, {}])
  // The third process reconnects behind the proxy.
  const third = running.member(2)
  await third.service.stop()
  const behind = await running.machine.serve({
    ...running.common,
    DATABASE_URL: proxy.through(running.databaseUrl),
    PORT: new URL(third.service.address).port,
  })
  const restartedAt = performance.now()
  await wait(5000)
  const from = performance.now()
  proxy.silence()
  await wait(20_000)
  proxy.speak()
  await eventually(async () => {
    assert.equal((await fetch(`${behind.address}/readyz`)).status, 200)
  })
  await wait(10_000)
  await assertWhole(running, {
    // It cannot settle what it has sent, so the others send it again after the lease.
    isTwiceAllowed: (firstAt, secondAt) => firstAt > from - 10_000 && secondAt > from,
    isCutAllowed: ({ address, startedAt }) =>
      address === behind.address && (startedAt > from - 30_000 || startedAt < restartedAt),
  })
})
