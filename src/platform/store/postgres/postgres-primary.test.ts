import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../../test/harness/checks/eventually.ts'
import { type Claims, startFakePostgres } from '../../../../test/harness/service/fake-postgres.ts'
import { WatchedClient } from './postgres-connection.ts'
import { createHosts } from './postgres-hosts.ts'
import { createFileMemory, NoPrimary } from './postgres-primary.ts'

const primary = (timeline: number | null, system: string | null = '1'): Claims => ({
  isWritable: true,
  system,
  timeline,
})
const standby: Claims = { isWritable: false, system: '1', timeline: null }

const newFile = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-primary-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data', 'postgres-primary.json')
}

const startAll = (t: TestContext, all: Claims[]) =>
  Promise.all(all.map((claims) => startFakePostgres(t, { ...claims })))

const none = 'none'
/** The servers, what was used before, and which of them is taken. */
const cases: [string, Claims[], { system: string; timeline: number } | null, number | 'none'][] = [
  ['the highest timeline wins', [primary(1), primary(2), standby], null, 1],
  ['the highest timeline wins in any order', [primary(11), primary(9)], null, 0],
  ['an old primary alone is refused', [primary(1), standby], { system: '1', timeline: 2 }, none],
  ['the remembered timeline is used', [primary(2), standby], { system: '1', timeline: 2 }, 0],
  ['a foreign cluster is refused', [primary(9, '2'), standby], { system: '1', timeline: 2 }, none],
  ['clusters are not mixed', [primary(1, '1'), primary(5, '2')], null, none],
  [
    'a cluster that replaced all servers is used',
    [primary(1, '2'), { ...standby, system: '2' }],
    { system: '1', timeline: 7 },
    0,
  ],
  ['without rights it still works', [primary(null, null), standby], null, 0],
  [
    'without rights it still works after a time with them',
    [primary(null, null), { ...standby, system: null }],
    { system: '1', timeline: 2 },
    0,
  ],
  ['a readable timeline is preferred', [primary(null), primary(3)], null, 1],
  ['no server accepts writes', [standby, standby], null, none],
]

for (const [name, claims, remembered, expected] of cases) {
  test(`the primary of several servers: ${name}`, async (t) => {
    const servers = await startAll(t, claims)
    const file = await newFile(t)
    const memory = createFileMemory(file)
    if (remembered) memory.save(remembered)
    const hosts = createHosts({ urls: servers.map(({ url }) => url), memory })
    if (expected === none) await assert.rejects(hosts.primary(), NoPrimary)
    else assert.equal(await hosts.primary(), servers[expected as number]?.url)
  })
}

test('an old primary that returns is never used again, also after a restart and by another process', async (t) => {
  const [old, promoted] = await startAll(t, [primary(1), standby])
  assert.ok(old && promoted)
  const urls = [old.url, promoted.url]
  const file = await newFile(t)
  const hosts = createHosts({ urls, memory: createFileMemory(file) })
  assert.equal(await hosts.primary(), old.url)
  Object.assign(promoted.claims, primary(2))
  const beside = createHosts({ urls, memory: createFileMemory(file) })
  assert.equal(await beside.primary(), promoted.url)
  promoted.stop()
  hosts.doubt(old.url)
  await assert.rejects(hosts.primary(), /old primary \(timeline 1; 2 was used\)/)
  const restarted = createHosts({ urls, memory: createFileMemory(file) })
  await assert.rejects(restarted.primary(), NoPrimary)
})

test('connections to the old primary are given up when a higher timeline appears', async (t) => {
  const [old, promoted] = await startAll(t, [primary(1), standby])
  assert.ok(old && promoted)
  const hosts = createHosts({ urls: [old.url, promoted.url], compareMs: 50 })
  const client = new WatchedClient({ connectionString: old.url, hosts })
  await client.connect()
  const ended = new Promise((resolve) => client.once('end', resolve))
  Object.assign(promoted.claims, primary(2))
  t.after(hosts.watch())
  await ended
  assert.equal(await hosts.primary(), promoted.url)
})

test('of two primaries with the same timeline the one in use stays in use', async (t) => {
  const [first, second] = await startAll(t, [standby, primary(1)])
  assert.ok(first && second)
  const hosts = createHosts({ urls: [first.url, second.url] })
  assert.equal(await hosts.primary(), second.url)
  Object.assign(first.claims, primary(1))
  hosts.doubt(second.url)
  assert.equal(await hosts.primary(), second.url)
})

test('a primary that is slow to answer is not left for one that cannot be told apart', async (t) => {
  const [slow, other] = await startAll(t, [primary(null, null), standby])
  assert.ok(slow && other)
  const hosts = createHosts({ urls: [slow.url, other.url], compareMs: 50 })
  const client = new WatchedClient({ connectionString: slow.url, hosts })
  await client.connect()
  Object.assign(slow.claims, { isSilent: true })
  Object.assign(other.claims, primary(null, null))
  const counted = other.answered()
  t.after(hosts.watch())
  // Two rounds of comparing, each as long as the silent one may take.
  await eventually(async () => assert.ok(other.answered() >= counted + 6))
  assert.equal(await hosts.primary(), slow.url)
  await client.end()
})

test('a damaged memory is not overlooked', async (t) => {
  const [server] = await startAll(t, [primary(1)])
  assert.ok(server)
  const file = await newFile(t)
  createFileMemory(file).save({ system: '1', timeline: 1 })
  await writeFile(file, '{')
  const hosts = createHosts({ urls: [server.url], memory: createFileMemory(file) })
  await assert.rejects(hosts.primary(), /is damaged: delete it/)
})
