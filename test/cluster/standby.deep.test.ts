// What was acknowledged is stored, whatever happens to the synchronous standby.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { secondMs } from '../../src/platform/kit/clock.ts'
import { eventually } from '../harness/checks/eventually.ts'
import { startUnderLoad } from '../harness/service/under-load.ts'

test('a synchronous standby that stops makes commits unknown, and nothing acknowledged is lost', async (t) => {
  const { servers, service, load, writesSince, writesAgain, check } = await startUnderLoad(t)
  const api = await service.connect()
  await servers.signalStandby('SIGSTOP')
  await eventually(async () => assert.ok(load.refused.commit_unknown), 30 * secondMs)
  const stoppedAt = performance.now()
  await wait(40 * secondMs)
  assert.equal(writesSince(stoppedAt), 0)
  assert.equal((await api.get('/v1/qpr-codes')).status, 200, 'reading goes on')
  await servers.signalStandby('SIGCONT')
  t.diagnostic(`writes ${await writesAgain(performance.now())} ms after the standby went on`)

  await servers.signalStandby('SIGSTOP')
  const unknown = load.refused.commit_unknown ?? 0
  await eventually(
    async () => assert.ok((load.refused.commit_unknown ?? 0) > unknown),
    30 * secondMs,
  )
  await servers.killPrimary()
  await servers.signalStandby('SIGCONT')
  await servers.promote()
  t.diagnostic(`writes ${await writesAgain(performance.now())} ms after the promotion`)
  await check(servers.standbyUrl)
})
