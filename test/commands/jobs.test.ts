import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { eventually } from '../harness/checks/eventually.ts'
import { newMachine } from '../harness/service/process.ts'

test('qpr doctor --rebuild-analytics corrects the sums, with and without a running service', async (t) => {
  const machine = await newMachine(t)
  let service = await machine.serveHere()
  const api = await service.connect()
  const input = { name: 'Terrace', prompt: 'You are the host.' }
  const { body: code } = await api.post<{ short_id: string; id: string }>('/v1/qpr-codes', input)
  for (let i = 0; i < 3; i++) await fetch(`${service.address}/s/${code.short_id}`)
  const damage = () => {
    const file = new DatabaseSync(join(machine.folder, 'data', 'qpr.db'), { timeout: 5000 })
    file.exec(
      'update scan_hours set scans = 40; delete from scan_shares; update codes set scans_total = 9',
    )
    file.close()
  }
  const counted = async () => {
    const client = await service.connect()
    const path = `/v1/qpr-codes/${code.id}`
    const { body } = await client.get<{ scans_total: number }>(path)
    const analytics = await client.get<{ scans_total: number; devices: { scans: number }[] }>(
      `${path}/analytics`,
    )
    return [body.scans_total, analytics.body.scans_total, analytics.body.devices[0]?.scans]
  }

  damage()
  // A reader sees a foreign commit when the commit that is under way is on disk.
  await eventually(async () => assert.deepEqual(await counted(), [9, 40, undefined]))
  const beside = await machine.run(['doctor', '--rebuild-analytics'])
  assert.match(beside.stdout, /^Rebuilding as job_\w+\. .*\nDone: 2 codes and organizations/)
  assert.deepEqual(await counted(), [3, 3, 3])

  await service.stop()
  damage()
  const alone = await machine.run(['doctor', '--rebuild-analytics'])
  assert.match(alone.stdout, /\nDone: 2 codes and organizations/)
  const listed = await machine.run(['jobs'])
  assert.equal(listed.stdout.match(/succeeded {2}rebuild_analytics/g)?.length, 2)
  service = await machine.serveHere()
  assert.deepEqual(await counted(), [3, 3, 3])

  const unknown = await machine.run(['jobs', 'cancel', 'job_1'])
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'qpr: There is no such job.\n'])
})
