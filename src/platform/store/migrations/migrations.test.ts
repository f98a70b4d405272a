import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, type TestContext, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { anyPostgres, createDatabase } from '../../../../test/harness/service/postgres.ts'
import { createLog } from '../../kit/log.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../open.ts'
import { SchemaTooNew } from './migrations.ts'

const postgresUrl = await anyPostgres({ after })

const emptySqlite = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-migrations-'))
  t.after(() => rm(folder, { recursive: true }))
  return `sqlite:${join(folder, 'qpr.db')}`
}

const open = (t: TestContext, url: string): Database => {
  const database = openDatabase(url, createLog('silent'))
  t.after(() => database.close())
  return database
}

const run = (database: Database, statement: string) =>
  database.transaction(({ db }) => db.executeQuery(CompiledQuery.raw(statement)))

const tablesOf = async ({ db }: Database) =>
  (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)

/** In order; a new migration adds its name here. */
const steps = [
  '0001-foundation',
  '0002-scans',
  '0003-webhooks',
  '0004-conversations',
  '0005-sessions',
  '0006-billing',
  '0008-identity',
  '0009-jobs',
  '0010-language',
  '0011-cut-answers-and-traces',
  '0012-ratings',
  '0013-conversation-sums',
  '0014-brand',
  '0015-history',
  '0016-notifications-and-embed',
  '0017-templates',
  '0018-knowledge',
  '0019-outcomes',
  '0020-learning',
  '0021-company-sign-in',
  '0022-partitions',
  '0023-functions',
  '0024-parked-jobs',
  '0025-name-order',
  '0026-visitor-words',
  '0027-stays',
  '0028-people',
  '0029-unanswered',
  '0030-handoff',
]

const engines = { SQLite: emptySqlite, PostgreSQL: () => createDatabase(postgresUrl) }

for (const [engine, emptyDatabase] of Object.entries(engines)) {
  suite(engine, () => {
    test('the first run applies every step, the second none', async (t) => {
      const database = open(t, await emptyDatabase(t))
      assert.deepEqual(await database.migrate(), steps)
      assert.deepEqual(await database.migrate(), [])
    })

    test('an interrupted step leaves no trace, and can run again', async (t) => {
      const database = open(t, await emptyDatabase(t))
      // By then the step has created a dozen tables.
      await run(database, 'create table mails (in_the_way integer)')
      await assert.rejects(database.migrate())
      assert.deepEqual(
        (await tablesOf(database)).filter((name) => !name.startsWith('migrations')),
        ['mails'],
      )
      await run(database, 'drop table mails')
      assert.deepEqual(await database.migrate(), steps)
    })

    test('a program older than its schema stops and changes nothing', async (t) => {
      const database = open(t, await emptyDatabase(t))
      await database.migrate()
      await run(database, `insert into migrations values ('0099-later', '2099-01-01T00:00:00Z')`)
      const tables = await tablesOf(database)
      await assert.rejects(database.migrate(), (error) => {
        assert.ok(error instanceof SchemaTooNew)
        assert.match(error.message, /0099-later/)
        return true
      })
      assert.deepEqual(await tablesOf(database), tables)
    })
  })
}

test('eight processes that start at once on one empty PostgreSQL migrate it once', async (t) => {
  const url = await createDatabase(postgresUrl)
  const databases = Array.from({ length: 8 }, () => open(t, url))
  const ran = await Promise.all(databases.map((database) => database.migrate()))
  assert.deepEqual(ran.flat(), steps)
})
