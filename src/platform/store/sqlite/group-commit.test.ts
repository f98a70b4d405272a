import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Transaction } from '../database.ts'
import { openSqlite } from './sqlite.ts'

/** A database, and a separate connection to the file that only sees committed data. */
const openWithWitness = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-commit-'))
  const path = join(folder, 'qpr.db')
  const database = openSqlite(path)
  await database.migrate()
  const witness = new DatabaseSync(path, { readOnly: true })
  t.after(async () => {
    witness.close()
    await database.close()
    await rm(folder, { recursive: true })
  })
  const select = witness.prepare('select name from settings order by name')
  return { database, committed: () => select.all().map(({ name }) => name) }
}

const note = ({ db }: Transaction, name: string) =>
  db.insertInto('settings').values({ name, value: '' }).execute()

/** Passes every statement and fails the commit: a deferred foreign key without a target. */
const poison = async ({ db }: Transaction) => {
  await sql`pragma defer_foreign_keys = on`.execute(db)
  await db
    .insertInto('sessions')
    .values({
      token_hash: 'x',
      id: 'x',
      user_id: 'nobody',
      browser: null,
      last_used_at: null,
      created_at: 0,
      expires_at: 0,
    })
    .execute()
}

test('no transaction resolves before the commit, and one commit serves a whole turn', async (t) => {
  const { database, committed } = await openWithWitness(t)
  const names = Array.from({ length: 100 }, (_, index) => `n${index + 100}`)
  const seen = await Promise.all(
    names.map(async (name) => {
      await database.transaction((tx) => note(tx, name))
      return committed()
    }),
  )
  for (const atAnswer of seen) assert.deepEqual(atAnswer, names)
})

test('a failing transaction does not undo the others of its group', async (t) => {
  const { database, committed } = await openWithWitness(t)
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((name) =>
      database.transaction(async (tx) => {
        await note(tx, name)
        if (name === 'b') throw new Error('b changed its mind')
        return name
      }),
    ),
  )
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason)),
    ['a', new Error('b changed its mind'), 'c', 'd'],
  )
  assert.deepEqual(committed(), ['a', 'c', 'd'])
})

test('a job that fails after a change makes the others run once more, and their effects once', async (t) => {
  const { database, committed } = await openWithWitness(t)
  const runs: Record<string, number> = {}
  const effects: string[] = []
  const job = (name: string, failure?: 'before' | 'after') =>
    database.transaction(async (tx) => {
      runs[name] = (runs[name] ?? 0) + 1
      tx.afterCommit(() => effects.push(name))
      if (failure === 'before') throw new Error('changed nothing')
      await note(tx, name)
      if (failure === 'after') throw new Error('changed something')
    })
  await Promise.allSettled([job('a'), job('b', 'before'), job('c')])
  assert.deepEqual(runs, { a: 1, b: 1, c: 1 })
  await Promise.allSettled([
    job('d', 'before'),
    job('e'),
    job('f', 'after'),
    job('g', 'after'),
    job('h'),
  ])
  assert.deepEqual(runs, { a: 1, b: 1, c: 1, d: 1, e: 2, f: 1, g: 1, h: 1 })
  assert.deepEqual(effects, ['a', 'c', 'e', 'h'])
  assert.deepEqual(committed(), ['a', 'c', 'e', 'h'])
})

test('a statement that violates a constraint fails only its own transaction', async (t) => {
  const { database, committed } = await openWithWitness(t)
  const [, twice] = await Promise.allSettled([
    database.transaction((tx) => note(tx, 'a')),
    database.transaction(async (tx) => {
      await note(tx, 'b')
      await note(tx, 'a')
    }),
    database.transaction((tx) => note(tx, 'c')),
  ])
  assert.equal(twice.status, 'rejected')
  assert.deepEqual(committed(), ['a', 'c'])
})

test('a failing commit fails its whole group and saves nothing, and the next one works', async (t) => {
  const { database, committed } = await openWithWitness(t)
  const outcomes = await Promise.allSettled([
    database.transaction((tx) => note(tx, 'a')),
    database.transaction(poison),
    database.transaction((tx) => note(tx, 'c')),
  ])
  for (const { status } of outcomes) assert.equal(status, 'rejected')
  assert.deepEqual(committed(), [])
  await database.transaction((tx) => note(tx, 'd'))
  assert.deepEqual(committed(), ['d'])
})

test('effects run after the commit, and before the promise resolves', async (t) => {
  const { database, committed } = await openWithWitness(t)
  const order: unknown[] = []
  await database.transaction(async (tx) => {
    tx.afterCommit(() => order.push(committed()))
    await note(tx, 'a')
    order.push('worked')
  })
  order.push('answered')
  assert.deepEqual(order, ['worked', ['a'], 'answered'])
})

test('no effect runs after a failed transaction or a failed commit', async (t) => {
  const { database } = await openWithWitness(t)
  const ran: string[] = []
  const noted = (name: string, fail?: string) =>
    database.transaction(async (tx) => {
      tx.afterCommit(() => ran.push(name))
      await note(tx, name)
      if (fail) throw new Error(fail)
    })
  await Promise.allSettled([noted('a'), noted('b', 'no')])
  assert.deepEqual(ran, ['a'])
  await Promise.allSettled([noted('c'), database.transaction(poison)])
  assert.deepEqual(ran, ['a'])
})

test('transactions run one after the other, even if they wait in between', async (t) => {
  const { database } = await openWithWitness(t)
  await database.transaction(({ db }) =>
    db.insertInto('settings').values({ name: 'count', value: '0' }).execute(),
  )
  const increment = async ({ db }: Transaction) => {
    const query = db.selectFrom('settings').select('value').where('name', '=', 'count')
    const { value } = await query.executeTakeFirstOrThrow()
    await turn()
    await db
      .updateTable('settings')
      .set({ value: String(Number(value) + 1) })
      .where('name', '=', 'count')
      .execute()
  }
  // More than one group.
  await Promise.all(Array.from({ length: 300 }, () => database.transaction(increment)))
  const row = await database.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'count')
    .executeTakeFirst()
  assert.equal(row?.value, '300')
})

test('writing outside a transaction is refused', async (t) => {
  const { database, committed } = await openWithWitness(t)
  await assert.rejects(
    database.db.insertInto('settings').values({ name: 'a', value: '' }).execute(),
    /readonly/,
  )
  assert.deepEqual(committed(), [])
})

test('closing waits for pending transactions and refuses later ones', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-commit-'))
  t.after(() => rm(folder, { recursive: true }))
  const database = openSqlite(join(folder, 'qpr.db'))
  await database.migrate()
  const work = database.transaction((tx) => note(tx, 'a'))
  await database.close()
  await work
  // Of a request whose client has gone: it fails alone.
  await assert.rejects(database.transaction((tx) => note(tx, 'b')))
})
