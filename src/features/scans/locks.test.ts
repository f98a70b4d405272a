import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { type Code, createCode } from '../../../test/harness/data/given.ts'
import { startGate } from '../../../test/harness/service/gate.ts'
import { anyPostgres, createDatabase } from '../../../test/harness/service/postgres.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'

let service: Service
let other: Client
let code: Code
/** Called for each packet of the service, before PostgreSQL gets it. */
let beforePacket: (packet: string) => Promise<void>
const ends: (() => unknown)[] = []
const t = { after: (end: () => unknown) => void ends.unshift(end) }

before(async () => {
  beforePacket = async () => undefined
  const url = await createDatabase(await anyPostgres(t as Parameters<typeof anyPostgres>[0]))
  const gate = await startGate(t, url, (packet) => beforePacket(packet.toString('latin1')))
  service = await startService(t as Parameters<typeof startService>[0], {
    settings: { DATABASE_URL: gate, QPR_SECRET: 'a-secret-that-only-tests-know' },
  })
  other = new Client({ connectionString: url })
  await other.connect()
  t.after(() => other.end())
  code = await createCode(service)
})

after(async () => {
  for (const end of ends) await end()
})

const scan = async () => {
  const headers = { 'User-Agent': `phone ${Math.random()}` }
  return await service.get(`/s/${code.short_id}`, { key: null, headers })
}

const total = async () =>
  (await other.query('select scans_total from codes where id = $1', [code.id])).rows[0].scans_total

const commit = /\bcommit\b/

test('no counter is locked while a packet of the service travels', async () => {
  // A statement on another connection may hold a lock while it runs. A lock whose holder waits for the
  // packet stays until then.
  await other.query("set lock_timeout = '5s'")
  await scan()
  let packets = 0
  let commits = 0
  beforePacket = async (packet) => {
    packets += 1
    if (commit.test(packet)) commits += 1
    for (const table of ['codes', 'scan_hours', 'scan_shares', 'scan_devices', 'organizations']) {
      await other.query(`select from ${table} for update`)
    }
  }
  assert.equal((await scan()).status, 200)
  beforePacket = async () => undefined
  assert.equal(commits, 1)
  assert.ok(packets >= 2)
})

test('a scan is counted once, with its event', async () => {
  const before = Number(await total())
  await scan()
  assert.equal(Number(await total()), before + 1)
  const { rows } = await other.query(
    `
    select (select count(*) from scans) as scans,
           (select count(*) from events where type = 'scan.created') as events,
           (select scans from scan_hours where scope_id = $1) as hours`,
    [code.id],
  )
  assert.deepEqual(Object.values(rows[0]), Array(3).fill(String(before + 1)))
})

test('a code that is archived while its scan is written is not counted, and its page is 410', async () => {
  const before = await total()
  let isArchived = false
  beforePacket = async (packet) => {
    if (!commit.test(packet) || isArchived) return
    isArchived = true
    await other.query("update codes set status = 'archived' where id = $1", [code.id])
  }
  assert.equal((await scan()).status, 410)
  assert.ok(isArchived)
  assert.equal(await total(), before)
  await other.query("update codes set status = 'active' where id = $1", [code.id])
})

test('a code that moves while its scan is written is counted in its new organization', async () => {
  const { body } = await service.post<{ id: string }>('/v1/organizations', { name: 'Other' })
  let isMoved = false
  beforePacket = async (packet) => {
    if (!commit.test(packet) || isMoved) return
    isMoved = true
    await other.query('update codes set organization_id = $1 where id = $2', [body.id, code.id])
  }
  assert.equal((await scan()).status, 200)
  beforePacket = async () => undefined
  const { rows } = await other.query('select organization_id from scans order by id desc limit 1')
  assert.deepEqual(rows, [{ organization_id: body.id }])
})
