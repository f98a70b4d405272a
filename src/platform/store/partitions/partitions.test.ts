// Partitions on a real PostgreSQL: existing tables are converted, and months are created ahead.
import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { anyPostgres, createDatabase } from '../../../../test/harness/service/postgres.ts'
import { lowestId } from '../../kit/ids.ts'
import type { Db } from '../database.ts'
import { migrate } from '../migrations/migrations.ts'
import type { Tables } from '../tables.ts'
import { keepMonths, withdrawProofs } from './keep.ts'
import { dividedTables, eventsTable, partitionsOf, scansTable } from './months.ts'
import { contentOf, givenRows } from './rows.fixture.ts'

const serverUrl = await anyPostgres({ after })
const now = Date.parse('2026-11-16T10:00:00Z')

interface Opened {
  db: Db
  ask: (statement: string) => Promise<Record<string, unknown>[]>
}

/** A connection that breaks after a number of statements, as if its process had been killed. */
const connect = (url: string, maxStatements = Number.POSITIVE_INFINITY): Opened & Closable => {
  const pool = new Pool({ connectionString: url, max: 4 })
  pool.on('error', () => undefined)
  let left = maxStatements
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      left -= 1
      if (left < 0)
        (client as unknown as { connection: { stream: Stream } }).connection.stream.destroy()
      return query(...args)
    }) as typeof client.query
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const ask = async (statement: string) =>
    (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement))).rows
  return { db, ask, close: () => db.destroy() }
}

interface Closable {
  close(): Promise<void>
}

interface Stream {
  destroy(): void
}

const open = async (t: TestContext) => {
  const url = await createDatabase(serverUrl)
  const opened = connect(url)
  t.after(opened.close)
  return { url, ...opened }
}

const namesOf = async (db: Db, table = scansTable) =>
  (await partitionsOf(db, table)).map(({ name }) => name)

test('tables from before become partitions with every row, and no index is built again', async (t) => {
  const { db, ask } = await open(t)
  await migrate(db, 'postgres', '0021-company-sign-in')
  await givenRows(ask, now)
  const before = await contentOf(ask)
  const indexes = `select tablename, count(*)::int as indexes from pg_indexes
    where schemaname = 'public' group by 1 order by 1`
  const built = Object.fromEntries((await ask(indexes)).map((row) => [row.tablename, row.indexes]))
  assert.deepEqual(await migrate(db, 'postgres', '0022-partitions'), ['0022-partitions'])
  assert.deepEqual(await contentOf(ask), before)
  for (const { tablename, indexes: count } of await ask(indexes)) {
    const former = String(tablename).replace(/_later$/, '')
    if (tablename !== former) assert.equal(count, built[former], `indexes of ${former}`)
  }

  await keepMonths(db, now)
  assert.deepEqual(await contentOf(ask), before)
  const months = ['earlier', '2026_12', '2027_01', 'later']
  for (const table of dividedTables) {
    assert.deepEqual(
      await namesOf(db, table),
      months.map((month) => `${table.name}_${month}`),
    )
  }
  // New rows have new ids, and go to their month.
  const [scan] = await ask(`insert into scans (code_id, organization_id, scanned_at, device,
      device_key, conversation_started, conversation_messages)
    values ('qpr_1', 'org_1', ${Date.parse('2026-12-31T23:59:59Z')}, 'mobile', '', 0, 0)
    returning id, tableoid::regclass::text as partition`)
  assert.ok(Number(scan?.id) > 400)
  assert.equal(scan?.partition, 'scans_2026_12')
  await ask(`delete from conversations where id like '%1'`)
  const [left] = await ask(`select
    (select count(*)::int from messages where conversation_id like '%1') as messages,
    (select count(*)::int from asked_questions where conversation_id like '%1') as questions`)
  assert.deepEqual(left, { messages: 0, questions: 0 })
})

test('killed after any statement it goes on, and rows are accepted meanwhile', async (t) => {
  const { url, db, ask } = await open(t)
  await migrate(db, 'postgres', '0021-company-sign-in')
  await givenRows(ask, now)
  await migrate(db, 'postgres')
  let kills = 0
  for (let statements = 4; ; statements += 5) {
    const killed = connect(url, statements)
    const created = await keepMonths(killed.db, now).catch(() => null)
    await killed.close().catch(() => undefined)
    const instant = now + statements * 86_400_000
    await ask(`insert into events (id, organization_id, type, created_at, body)
      values ('evt_0${statements}', 'org_1', 'scan.created', ${instant}, '{}')`)
    if (created !== null) break
    kills += 1
  }
  assert.ok(kills > 3, `killed ${kills} times`)
  assert.equal((await namesOf(db)).length, 4)
  assert.equal(await keepMonths(db, now), 0)
  const [{ rows } = { rows: 0 }] = await ask('select count(*)::int as rows from events')
  assert.equal(rows, 400 + kills + 1)
})

test('an empty installation gets this month and the next two, later ones in time', async (t) => {
  const { url, db } = await open(t)
  await migrate(db, 'postgres')
  // Several processes at once.
  const others = [connect(url), connect(url)]
  await Promise.all([db, ...others.map((one) => one.db)].map((one) => keepMonths(one, now)))
  await Promise.all(others.map((one) => one.close()))
  const names = ['earlier', '2026_11', '2026_12', '2027_01', 'later'].map((one) => `scans_${one}`)
  assert.deepEqual(await namesOf(db), names)
  await keepMonths(db, Date.parse('2026-12-01T00:00:00Z'))
  assert.deepEqual((await namesOf(db)).slice(-2), ['scans_2027_02', 'scans_later'])
  // Nothing ran for a year.
  await keepMonths(db, Date.parse('2028-01-15T00:00:00Z'))
  const wide = (await partitionsOf(db, eventsTable)).slice(-4).map(({ name }) => name)
  assert.deepEqual(wide, ['events_2028_01', 'events_2028_02', 'events_2028_03', 'events_later'])
})

test('a clock that was far ahead or behind leaves rows that block nothing', async (t) => {
  const { db, ask } = await open(t)
  await migrate(db, 'postgres')
  const write = (instant: string) =>
    ask(`insert into scans (code_id, organization_id, scanned_at, device, device_key,
        conversation_started, conversation_messages)
      values ('qpr_1', 'org_1', ${Date.parse(instant)}, 'mobile', '', 0, 0)
      returning tableoid::regclass::text as partition`)
  // Before the first partition of a month exists, and after.
  for (const instant of ['2026-11-10', '2099-01-01', '1999-01-01']) await write(instant)
  await keepMonths(db, now)
  const months = ['scans_earlier', 'scans_2026_12', 'scans_2027_01', 'scans_later']
  assert.deepEqual(await namesOf(db), months)
  for (const instant of ['2099-02-01', '2099-03-01', '2027-02-10']) {
    assert.equal((await write(instant))[0]?.partition, 'scans_later')
  }
  await keepMonths(db, Date.parse('2026-12-16T10:00:00Z'))
  assert.equal((await write('2027-02-11'))[0]?.partition, 'scans_2027_02')
  const spread = await ask(`select tableoid::regclass::text as partition, count(*)::int as rows
    from scans group by 1 order by 1`)
  assert.deepEqual(spread, [
    { partition: 'scans_2027_02', rows: 2 },
    { partition: 'scans_earlier', rows: 2 },
    { partition: 'scans_later', rows: 3 },
  ])
})

test('a proof of a process that died long ago refuses no rows', async (t) => {
  const { db, ask } = await open(t)
  await migrate(db, 'postgres')
  await ask(`alter table scans_later add constraint ends_here
    check (scanned_at < ${Date.parse('2026-11-01')}) not valid`)
  await ask(`alter table events_later add constraint ends_here
    check (id < '${lowestId('evt', Date.parse('2026-12-01'))}') not valid`)
  await withdrawProofs(db, now)
  const left = await ask(`select conrelid::regclass::text as name from pg_constraint
    where conname = 'ends_here'`)
  assert.deepEqual(left, [{ name: 'events_later' }])
})
