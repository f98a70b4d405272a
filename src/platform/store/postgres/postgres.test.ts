import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { anyPostgres, createDatabase } from '../../../../test/harness/service/postgres.ts'
import { createLog } from '../../kit/log.ts'
import type { Transaction } from '../database.ts'
import { isUnavailable } from '../errors.ts'
import { openPostgres } from './postgres.ts'

const serverUrl = await anyPostgres({ after })

const open = async (t: TestContext) => {
  const database = openPostgres(await createDatabase(serverUrl), createLog('silent'))
  t.after(() => database.close())
  await database.migrate()
  await database.transaction(({ db }) =>
    db
      .insertInto('settings')
      .values([
        { name: 'left', value: '0' },
        { name: 'right', value: '0' },
      ])
      .execute(),
  )
  const read = async () => {
    const rows = await database.db.selectFrom('settings').selectAll().orderBy('name').execute()
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  }
  return { database, read }
}

const increment = ({ db }: Transaction, name: string) =>
  sql`update settings set value = value::int + 1 where name = ${name}`.execute(db)

const pidOf = async ({ db }: Transaction): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

/** Resolves when the process waits for a lock. */
const waiting = async ({ db }: Transaction, pid: number) => {
  const locks = sql`select 1 from pg_locks where pid = ${pid} and not granted`
  while ((await locks.execute(db)).rows.length === 0) await new Promise(setImmediate)
}

/** Resolves for all when the given number has arrived; later callers pass. */
const gate = (count: number) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return async () => {
    arrived += 1
    if (arrived === count) resolve()
    await promise
  }
}

test('two transactions in a deadlock both complete, each once', async (t) => {
  const { database, read } = await open(t)
  const bothHoldOne = gate(2)
  let tries = 0
  const effects: string[] = []
  const rightPid = Promise.withResolvers<number>()
  const inOrder = (first: string, second: string) =>
    database.transaction(async (tx) => {
      tries += 1
      // On a busy machine it could lock its row again before the other one wakes up.
      if (first === 'left' && tries === 3) await right
      tx.afterCommit(() => effects.push(first))
      // Only one of them detects deadlocks early; otherwise both could be chosen as victims.
      const patience = first === 'left' ? '50ms' : '10s'
      await sql`select set_config('deadlock_timeout', ${patience}, true)`.execute(tx.db)
      await increment(tx, first)
      if (first === 'right') rightPid.resolve(await pidOf(tx))
      await bothHoldOne()
      // PostgreSQL looks for a deadlock once, so the other must already wait.
      if (first === 'left' && tries === 2) await waiting(tx, await rightPid.promise)
      await increment(tx, second)
    })
  const right = inOrder('right', 'left')
  await Promise.all([right, inOrder('left', 'right')])
  assert.deepEqual(await read(), { left: '2', right: '2' })
  assert.equal(tries, 3)
  assert.deepEqual(effects.sort(), ['left', 'right'])
})

test('a transaction that read a row that another changed is retried', async (t) => {
  const { database, read } = await open(t)
  let tries = 0
  await database.transaction(async (tx) => {
    tries += 1
    await sql`set transaction isolation level repeatable read`.execute(tx.db)
    await sql`select value from settings`.execute(tx.db)
    if (tries === 1) await database.transaction((other) => increment(other, 'left'))
    await increment(tx, 'left')
  })
  assert.equal(tries, 2)
  assert.deepEqual(await read(), { left: '2', right: '0' })
})

test('a transaction that conflicts every time fails after five tries with growing waits', async (t) => {
  const { database, read } = await open(t)
  let tries = 0
  const conflict = sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`
  const work = database.transaction(async (tx) => {
    tries += 1
    await increment(tx, 'left')
    await conflict.execute(tx.db)
  })
  const started = performance.now()
  await assert.rejects(work, { code: '40001' })
  assert.equal(tries, 5)
  assert.ok(performance.now() - started > 290, 'it did not wait for the others')
  assert.deepEqual(await read(), { left: '0', right: '0' })
})

test('a transaction that throws runs once, and runs no effect', async (t) => {
  const { database, read } = await open(t)
  let tries = 0
  const work = database.transaction(async (tx) => {
    tries += 1
    tx.afterCommit(() => assert.fail('it was rolled back'))
    await increment(tx, 'left')
    throw new Error('changed its mind')
  })
  await assert.rejects(work, /changed its mind/)
  assert.equal(tries, 1)
  assert.deepEqual(await read(), { left: '0', right: '0' })
})

test('effects run after the commit, and before the promise resolves', async (t) => {
  const { database } = await open(t)
  const order: string[] = []
  await database.transaction(async (tx) => {
    tx.afterCommit(() => order.push('effect'))
    await increment(tx, 'left')
    order.push('worked')
  })
  order.push('answered')
  assert.deepEqual(order, ['worked', 'effect', 'answered'])
})

test('a broken connection, idle or busy, fails only its own queries', async (t) => {
  const { database, read } = await open(t)
  const cutAll = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const begun = gate(2)
  const atWork = database.transaction(async (tx) => {
    await increment(tx, 'left')
    await begun()
    await cutAll.execute(database.db)
    await increment(tx, 'right')
  })
  await begun()
  await assert.rejects(atWork)
  assert.deepEqual(await read(), { left: '0', right: '0' })
})

test('a server that stops responding is given up, and another connection is opened', async (t) => {
  const url = await createDatabase(serverUrl)
  const database = openPostgres(url, createLog('silent'), { silenceMs: 500 })
  t.after(() => database.close())
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
  const [frozen] = rows
  assert.ok(frozen)
  process.kill(frozen.pid, 'SIGSTOP')
  t.after(() => process.kill(frozen.pid, 'SIGCONT'))
  await assert.rejects(sql`select 1`.execute(database.db), (error) => isUnavailable(error))
  assert.equal((await sql`select 1`.execute(database.db)).rows.length, 1)
})

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const away = {
  '08006': 'the connection failed',
  '28P01': 'the password is wrong',
  '3D000': 'the database is not there',
  '53100': 'the disk is full',
  '53300': 'there are too many connections',
  '57P01': 'an administrator ends the connection',
  '57P03': 'it is starting up',
  '25006': 'it is a read-only replica',
}

test('the database counts as unavailable by its own errors, and not for a wrong statement', async (t) => {
  const { database } = await open(t)
  const raise = (code: string) =>
    sql`do ${sql.lit(`begin raise exception 'no' using errcode = '${code}'; end`)}`
      .execute(database.db)
      .then(
        () => assert.fail('it was raised'),
        (error: unknown) => isUnavailable(error),
      )
  for (const [code, reason] of Object.entries(away)) assert.equal(await raise(code), true, reason)
  for (const code of ['42P01', '22001', '23514', 'P0001']) {
    assert.equal(await raise(code), false, code)
  }
})
