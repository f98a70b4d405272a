import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { openSqlite } from './sqlite.ts'

const open = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-cache-'))
  const path = join(folder, 'qpr.db')
  const database = openSqlite(path)
  await database.migrate()
  await write(database, 'colour', 'red')
  t.after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  return { database, path }
}

const write = (database: Database, name: string, value: string) =>
  database.transaction(({ db }) =>
    db
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  )

const read = async ({ db }: Database, name: string) =>
  await db.selectFrom('settings').select('value').where('name', '=', name).execute()

test('the same query on an unchanged database gets the cached result', async (t) => {
  const { database } = await open(t)
  const [first] = await read(database, 'colour')
  await turn()
  const [second] = await read(database, 'colour')
  // The same object, so it was not read again.
  assert.equal(second, first)
  assert.deepEqual(first, { value: 'red' })
})

test('a shared result cannot be changed', async (t) => {
  const { database } = await open(t)
  await read(database, 'colour')
  const [shared] = await read(database, 'colour')
  assert.ok(Object.isFrozen(shared))
})

test('an own commit is visible at once', async (t) => {
  const { database } = await open(t)
  for (let count = 0; count < 200; count++) {
    await write(database, 'colour', `shade ${count}`)
    assert.deepEqual(await read(database, 'colour'), [{ value: `shade ${count}` }])
  }
})

test('an own commit is visible to the same query in the same turn', async (t) => {
  const { database } = await open(t)
  const written = write(database, 'colour', 'green')
  assert.deepEqual(await read(database, 'colour'), [{ value: 'red' }])
  await written
  assert.deepEqual(await read(database, 'colour'), [{ value: 'green' }])
})

test('a commit of another connection is visible in the next turn', async (t) => {
  const { database, path } = await open(t)
  const other = new DatabaseSync(path)
  t.after(() => other.close())
  const paint = other.prepare(`update settings set value = ? where name = 'colour'`)
  for (let count = 0; count < 200; count++) {
    await read(database, 'colour')
    paint.run(`shade ${count}`)
    await turn()
    assert.deepEqual(await read(database, 'colour'), [{ value: `shade ${count}` }])
  }
})

test('a failed transaction keeps the cached results', async (t) => {
  const { database } = await open(t)
  await assert.rejects(
    database.transaction(async ({ db }) => {
      await db.updateTable('settings').set({ value: 'green' }).execute()
      assert.deepEqual(await read(database, 'colour'), [{ value: 'red' }])
      throw new Error('changed its mind')
    }),
  )
  assert.deepEqual(await read(database, 'colour'), [{ value: 'red' }])
})

test('a number and its text are different parameters', async (t) => {
  const { database } = await open(t)
  const typeOf = async (value: unknown) =>
    (await sql<{ type: string }>`select typeof(${value}) as type`.execute(database.db)).rows[0]
      ?.type
  assert.equal(await typeOf('1'), 'text')
  assert.equal(await typeOf(null), 'null')
  assert.equal(await typeOf('null'), 'text')
  assert.equal(await typeOf(1), 'real')
})

test('more queries than the cache holds all get correct results', async (t) => {
  const { database } = await open(t)
  await database.transaction(async ({ db }) => {
    for (let index = 0; index < 2500; index++) {
      await db
        .insertInto('settings')
        .values({ name: `n${index}`, value: `${index}` })
        .execute()
    }
  })
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 2500; index++) {
      assert.deepEqual(await read(database, `n${index}`), [{ value: `${index}` }])
    }
  }
  const all = await database.db.selectFrom('settings').select('name').execute()
  assert.equal(all.length, 2501)
})
