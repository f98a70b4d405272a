import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { createCode } from '../../../test/harness/data/given.ts'
import { analyticsOf, from, iPhone, laptop, scan, visit } from '../../../test/harness/data/scans.ts'
import { followScans } from '../../../test/harness/receivers/scan-stream.ts'
import { collectLogs } from '../../../test/harness/service/logs.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import type { Database } from '../../platform/store/database.ts'

const addresses = {
  '8.8.8.8': [8, 8, 8, 8],
  '203.0.113.77': [203, 0, 113, 77],
  '2a00:1450:4001:82f::200e': [0x2a, 0, 0x14, 0x50, 0x40, 0x01, 0x08, 0x2f],
  '::ffff:198.51.100.23': [198, 51, 100, 23],
}

/** All forms in which an address could be stored: as text, in parts, as bytes. */
const tracesOf = (): Buffer[] =>
  [
    ...Object.keys(addresses).flatMap((address) => [address, address.replace('::ffff:', '')]),
    '2a00:1450:4001:082f',
    '127.0.0.1',
  ]
    .map((text) => Buffer.from(text))
    // Four small bytes occur in a sketch by chance; five of an IPv6 address do not.
    .concat(Buffer.from(addresses['2a00:1450:4001:82f::200e']))

const startBehindProxy = async (t: TestContext, options: Parameters<typeof startService>[1] = {}) =>
  await startService(t, {
    ...options,
    settings: { QPR_TRUST_PROXY: '127.0.0.1', ...options.settings },
  })

/** All requests that a visitor can send. */
const makeTraffic = async (service: Service) => {
  const code = await createCode(service)
  const archived = await createCode(service)
  await service.patch(`/v1/qpr-codes/${archived.id}`, { status: 'archived' })
  for (const address of Object.keys(addresses)) {
    for (const agent of [iPhone, laptop]) {
      await scan(service, code, { 'User-Agent': agent, ...from(address) })
    }
    await scan(service, code, { 'User-Agent': 'Twitterbot/1.0', ...from(address) })
    await visit(service, 'zzzzzzzz', from(address))
    await visit(service, archived.short_id, from(address))
    await visit(service, `${code.short_id}/chat`, from(address))
    await service.get('/v1/scans', { headers: from(address) })
    await service.get('/v1/scans', { key: 'no key', headers: from(address) })
  }
  // The address of the socket.
  await scan(service, code)
  return code
}

const tablesOf = async ({ engine, db }: Database): Promise<string[]> => {
  const { rows } = await (engine === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
  ).execute(db)
  return rows.map(({ name }) => name)
}

/** Every value of every row of every table, as bytes. */
const dump = async (database: Database): Promise<{ where: string; value: Buffer }[]> => {
  const values: { where: string; value: Buffer }[] = []
  for (const table of await tablesOf(database)) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(database.db)
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        const bytes = value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value))
        values.push({ where: `${table}.${column}`, value: bytes })
      }
    }
  }
  return values
}

const assertNoTrace = (values: { where: string; value: Buffer }[]) => {
  for (const { where, value } of values) {
    for (const trace of tracesOf()) {
      assert.ok(!value.includes(trace), `${where} holds ${trace}: ${value}`)
    }
  }
}

test('no address is anywhere in the database', async (t) => {
  const service = await startBehindProxy(t)
  const code = await makeTraffic(service)
  const values = await dump(service.database)
  const tables = new Set(values.map(({ where }) => where.split('.')[0]))
  for (const table of ['scans', 'scan_devices', 'scan_shares', 'events', 'codes', 'settings']) {
    assert.ok(tables.has(table), `${table} was not looked at`)
  }
  assert.ok(values.some(({ value }) => value.includes(code.short_id)))
  assertNoTrace(values)
})

test('no address is in the log', async (t) => {
  const { log, texts } = collectLogs()
  const service = await startBehindProxy(t, { log })
  await makeTraffic(service)
  const lines = texts.filter((text) => text.includes('/s/'))
  assert.ok(lines.length > 20)
  assertNoTrace(lines.map((text) => ({ where: 'the log', value: Buffer.from(text) })))
})

test('no address is in an export, a list, a stream or the analytics', async (t) => {
  const service = await startBehindProxy(t)
  const code = await makeTraffic(service)
  const paths = ['/v1/scans/export?format=csv', '/v1/scans/export?format=jsonl', '/v1/scans']
  const answers = await Promise.all(paths.map((path) => service.get(path)))
  const stream = await followScans(service, '?after=0')
  const values = [
    ...answers.map(({ text }) => text),
    JSON.stringify(await stream.next()),
    JSON.stringify(await analyticsOf(service, code)),
  ]
  assert.ok(values.every((text) => text.length > 100))
  assertNoTrace(values.map((text) => ({ where: 'an answer', value: Buffer.from(text) })))
})

test('without a cookie a device cannot be recognized on the next day', async (t) => {
  const clock = fakeClock('2026-01-01T23:59:59Z')
  const service = await startBehindProxy(t, { clock })
  const code = await createCode(service)
  for (const waitMs of [0, 0, 1000]) {
    clock.advance(waitMs)
    await scan(service, code, { 'User-Agent': iPhone, ...from('8.8.8.8') })
  }
  const rows = await service.database.db
    .selectFrom('scans')
    .select('device_key')
    .orderBy('id')
    .execute()
  const [one, again, tomorrow] = rows.map(({ device_key }) => device_key)
  assert.equal(again, one)
  assert.notEqual(tomorrow, one)
})
