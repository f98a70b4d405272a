// One file with a million scans and live traffic moves to a primary with a standby; the primary is
// killed; nothing is lost.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLog } from '../../src/platform/kit/log.ts'
import { openDatabase } from '../../src/platform/store/open.ts'
import { eventually } from '../harness/checks/eventually.ts'
import type { Code } from '../harness/data/given.ts'
import { insertScans } from '../harness/data/planted-scans.ts'
import { newMachine } from '../harness/service/process.ts'
import { startPrimaryAndStandby } from '../harness/service/standby.ts'

const planted = 1_000_000

/** Scans in parallel until it is stopped; refused and lost answers are not counted. */
const startScanning = (address: () => string, shortId: string) => {
  const seen = { acknowledged: 0, lastAt: 0 }
  let isOver = false
  const scan = async () => {
    while (!isOver) {
      const status = await fetch(`${address()}/s/${shortId}`)
        .then(async (response) => {
          await response.text()
          return response.status
        })
        .catch(() => 0)
      if (status === 200) {
        seen.acknowledged += 1
        seen.lastAt = performance.now()
      } else await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const running = Promise.all([scan(), scan(), scan(), scan()])
  return {
    seen,
    async stop() {
      isOver = true
      await running
    },
  }
}

test('a million scans move to a primary with a standby under traffic, the primary is killed, nothing is lost', async (t) => {
  const servers = await startPrimaryAndStandby()
  t.after(servers.stop)
  const machine = await newMachine(t)
  const file = join(machine.folder, 'data', 'qpr.db')
  const here = await machine.serve()
  const api = await here.connect()
  const { body: code } = await api.post<Code>('/v1/qpr-codes', { name: 'printed', prompt: 'Hi.' })
  const { body: full } = await api.post<Code>('/v1/qpr-codes', { name: 'full', prompt: 'Hi.' })
  await here.stop()
  const database = openDatabase(`sqlite:${file}`, createLog('silent'))
  await database.connect()
  await insertScans(database, full.id, planted)
  await database.close()

  const service = await machine.serve()
  const scanning = startScanning(() => service.address, code.short_id)
  const copying = machine.start(['copy', '--to', servers.url, '--json'])
  await eventually(async () => assert.match(copying.output.stderr, /Stop the service now/), 300_000)
  await service.stop()
  const copied = await copying.exited
  assert.equal(copied.code, 0, copied.stderr)
  const { seconds, stopped_seconds } = JSON.parse(copied.stdout)
  t.diagnostic(`copied in ${seconds} s, ${stopped_seconds} s after the stop`)

  const there = await machine.serve({ DATABASE_URL: servers.url })
  const before = scanning.seen.acknowledged
  await eventually(async () => assert.ok(scanning.seen.acknowledged > before + 50))
  await servers.killPrimary()
  await servers.promote()
  const promotedAt = performance.now()
  await eventually(async () => assert.ok(scanning.seen.lastAt > promotedAt))
  const writesAgainMs = Math.round(scanning.seen.lastAt - promotedAt)
  t.diagnostic(`the first write ${writesAgainMs} ms after the promotion`)
  await scanning.stop()
  const stored = await (await there.connect()).get<{ scans_total: number }>(
    `/v1/qpr-codes/${code.id}/analytics?period=all`,
  )
  const { acknowledged } = scanning.seen
  t.diagnostic(`${acknowledged} scans acknowledged, ${stored.body.scans_total} stored`)
  // A scan whose answer was lost may be stored.
  assert.ok(stored.body.scans_total >= acknowledged)
  assert.ok(stored.body.scans_total <= acknowledged + 20)
})
