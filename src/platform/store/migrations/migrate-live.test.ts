// Migrations of a real PostgreSQL while other sessions use its tables.
import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, DatabaseError, Pool } from 'pg'
import { anyPostgres, createDatabase } from '../../../../test/harness/service/postgres.ts'
import { fold, naturalOrder } from '../../text/text.ts'
import type { Db } from '../database.ts'
import type { Tables } from '../tables.ts'
import { MigrationBlocked, migrateLive } from './migrate-live.ts'
import { migrate } from './migrations.ts'

const serverUrl = await anyPostgres({ after })

/** A database with the schema of a step, to migrate it, and sessions of other programs. */
const open = async (t: TestContext, step: string) => {
  const url = await createDatabase(serverUrl)
  const connect = async () => {
    const client = new Client({ connectionString: url, application_name: 'a former version' })
    await client.connect()
    t.after(() => client.end())
    return client
  }
  const start = (): Db => {
    const pool = new Pool({ connectionString: url, max: 1 })
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    t.after(() => db.destroy())
    return db
  }
  const db = start()
  await migrate(db, 'postgres', step)
  return { db, start, connect }
}

const addMail = `insert into mails (id, kind, recipient, data, attempts, created_at)
  values (gen_random_uuid(), '', '', '', 0, 0)`
const addEvent = `insert into events (id, organization_id, type, created_at, body)
  values (gen_random_uuid(), 'org_1', 'scan.created', 0, '{}')`
const addConversation = `insert into conversations (id, organization_id, code_id, token_hash,
    language, is_demo, status, turns, messages_count, tokens_in, tokens_out, cost_micros, created_at)
  values (gen_random_uuid(), 'org_1', 'qpr_1', gen_random_uuid(), 'en', 0, 'open', 0, 0, 0, 0, 0, 0)`

test('a request waits less than a second behind a migration that waits for a long transaction', async (t) => {
  const { db, connect } = await open(t, '0021-company-sign-in')
  const [long, request] = [await connect(), await connect()]
  await long.query('begin')
  await long.query(addEvent)
  // Behind a migration that does not give way, the request would wait until the other one commits.
  await request.query("set statement_timeout = '30s'")
  const migrated = migrate(db, 'postgres')
  const isTried = async () =>
    (await long.query(`select from pg_locks where relation = 'events'::regclass and not granted`))
      .rowCount !== 0
  while (!(await isTried())) await wait(5)
  for (let n = 0; n < 40; n++) {
    await request.query(addConversation)
    await wait(50)
  }
  await long.query('commit')
  assert.ok((await migrated).includes('0022-partitions'))
})

test('in a deadlock the migration gives way and tries again, and the request succeeds', async (t) => {
  const { db, connect } = await open(t, '0021-company-sign-in')
  const [request, watch] = [await connect(), await connect()]
  await request.query('begin')
  await request.query(addEvent)
  const migrated = migrate(db, 'postgres')
  const waiting = `select from pg_locks where relation = 'events'::regclass and not granted`
  while ((await watch.query(waiting)).rowCount === 0) await wait(5)
  // The migration has locked this table, and waits for the other.
  await request.query(addConversation)
  await request.query('commit')
  assert.ok((await migrated).includes('0022-partitions'))
})

test('a step whose table is never free ends with a sentence, and leaves no trace of itself', async (t) => {
  const { db, connect } = await open(t, '0023-functions')
  const long = await connect()
  await long.query('begin')
  await long.query(addMail)
  const steps = [
    { name: '0098-first', statements: ['create table first (id integer)'] },
    {
      name: '0099-second',
      statements: ['create table second (id integer)', 'alter table mails add column more text'],
    },
  ]
  await assert.rejects(migrateLive(db, steps, 1200), (error: unknown) => {
    assert.ok(error instanceof MigrationBlocked)
    assert.match(error.message, /^The migration 0099-second could not lock its tables within 1 s, /)
    assert.match(error.message, /process \d+ "a former version", for \d+ s\)/)
    return true
  })
  await long.query('commit')
  const { rows } = await long.query(`select to_regclass('first') as first,
    to_regclass('second') as second, (select max(name) from migrations) as last`)
  assert.deepEqual(rows, [{ first: 'first', second: null, last: '0098-first' }])
  assert.deepEqual(await migrateLive(db, steps), ['0099-second'])
})

test('locks of a step that waits several times end together with its budget', async (t) => {
  const { db, connect } = await open(t, '0023-functions')
  const others = await Promise.all([connect(), connect(), connect()])
  for (const [n, other] of others.entries()) {
    await other.query('begin')
    await other.query(`lock table ${['mails', 'sessions', 'sign_ins'][n]} in share mode`)
  }
  const request = await connect()
  let isOver = false
  let longestMs = 0
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await request.query('select from settings')
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      await wait(1)
    }
  })()
  const tables = ['settings', 'mails', 'sessions', 'sign_ins']
  const statements = tables.map((name) => `alter table ${name} add column more text`)
  const step = { name: '0099-all', statements }
  await assert.rejects(migrateLive(db, [step], 1200), MigrationBlocked)
  for (const other of others) await other.query('commit')
  isOver = true
  await asking
  assert.ok(longestMs > 100 && longestMs < 3000, `${longestMs} ms`)
})

test('rows are changed in short transactions, and a killed migration continues', async (t) => {
  const { start, connect } = await open(t, '0023-functions')
  const seen = await connect()
  await seen.query('create table numbers (n integer)')
  let batches = 0
  const step = {
    name: '0099-numbers',
    statements: [
      'create table if not exists more_numbers (n integer)',
      {
        inBatches: async (db: Db) => {
          batches += 1
          if (batches === 3) throw new Error('killed')
          await db
            .insertInto('numbers' as 'settings')
            .values({ n: batches } as never)
            .execute()
          return batches < 5
        },
      },
    ],
  }
  await assert.rejects(migrateLive(start(), [step]), /killed/)
  assert.equal((await seen.query('select from numbers')).rowCount, 2)
  assert.deepEqual(await migrateLive(start(), [step]), ['0099-numbers'])
  assert.equal((await seen.query('select from numbers')).rowCount, 4)
})

test('processes that start at once while a request holds a table migrate once', async (t) => {
  const { start, connect } = await open(t, '0021-company-sign-in')
  const request = await connect()
  await request.query('begin')
  await request.query(addEvent)
  const ran = Array.from({ length: 4 }, () => migrate(start(), 'postgres'))
  await wait(700)
  await request.query('commit')
  const names = (await Promise.all(ran)).flat()
  assert.deepEqual(names, [
    '0022-partitions',
    '0023-functions',
    '0024-parked-jobs',
    '0025-name-order',
    '0026-visitor-words',
    '0027-stays',
    '0028-people',
    '0029-unanswered',
    '0030-handoff',
    '0031-vector-models',
    '0032-corrections',
    '0033-encodings',
  ])
})

const names = [
  'Table 2',
  'Table 10',
  'Table 007',
  'room 0',
  'Raum 00',
  '',
  'no number',
  '12345678901234567890 9',
  'a1b22c333',
  '٣ tables',
  '² squared',
  '1'.repeat(200),
]

const addCode = `insert into codes (id, organization_id, short_id, name, name_folded, template,
    status, scans_total, created_at, updated_at)
  values ($1, 'org_1', $1, $2, $3, 'blank', 'active', 0, 0, 0)`

test('names of a process that does not know their order are ordered, before and after the step', async (t) => {
  const { db, connect } = await open(t, '0023-functions')
  const former = await connect()
  const orderOf = async (id: string) =>
    (await former.query('select name_order from codes where id = $1', [id])).rows[0]?.name_order
  for (const [n, name] of names.entries()) {
    await former.query(addCode, [`old_${n}`, name, fold(name)])
  }
  await migrate(db, 'postgres')
  for (const [n, name] of names.entries()) {
    assert.equal(await orderOf(`old_${n}`), naturalOrder(fold(name)))
    await former.query(addCode, [`new_${n}`, name, fold(name)])
    assert.equal(await orderOf(`new_${n}`), naturalOrder(fold(name)))
    const other = `${name} 42`
    const rename = 'update codes set name = $2, name_folded = $3 where id = $1'
    await former.query(rename, [`new_${n}`, other, fold(other)])
    assert.equal(await orderOf(`new_${n}`), naturalOrder(fold(other)))
  }
})

test('an error that is not a lock is not repeated', async (t) => {
  const { db } = await open(t, '0023-functions')
  let runs = 0
  const fail = async (tx: Db) => {
    runs += 1
    await tx
      .selectFrom('no_such_table' as 'settings')
      .selectAll()
      .execute()
  }
  const step = { name: '0099-wrong', statements: [fail] }
  await assert.rejects(migrateLive(db, [step]), DatabaseError)
  assert.equal(runs, 1)
})
