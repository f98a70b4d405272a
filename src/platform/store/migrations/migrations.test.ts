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
import { migrate, SchemaTooNew } from './migrations.ts'

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
  '0031-vector-models',
  '0032-corrections',
  '0033-encodings',
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

test('conversations of a former version on PostgreSQL are with the assistant, also those that it writes afterwards', async (t) => {
  const database = open(t, await createDatabase(postgresUrl))
  const { db } = database
  await migrate(db, 'postgres', '0029-unanswered')
  const talk = async (n: number) => {
    await run(
      database,
      `insert into conversations (id, organization_id, code_id, token_hash, language, is_demo,
        status, turns, messages_count, tokens_in, tokens_out, cost_micros, created_at, idle_at)
      values ('conv_${n}', 'org_1', 'qpr_1', 'hash ${n}', 'en', 0, 'open', 1, 1, 0, 0, 0, 0, 9)`,
    )
    await run(
      database,
      `insert into messages (id, conversation_id, turn, role, text, text_folded, status,
        tokens_reserved, created_at)
      values ('msg_${n}', 'conv_${n}', 1, 'visitor', 'Hello', 'hello', 'done', 0, 0)`,
    )
  }
  await talk(1)
  assert.deepEqual(await database.migrate(), steps.slice(steps.indexOf('0030-handoff')))
  await talk(2)
  // As the former version ends a conversation whose visitor waits.
  await run(database, "update conversations set handling = 'waiting', waits_until = 5")
  await run(
    database,
    "update conversations set status = 'ended', ended_at = 6, idle_at = null where id = 'conv_1'",
  )
  await talk(3)
  const conversations = await db
    .selectFrom('conversations')
    .select(['id', 'handling', 'assignee_id', 'waits_until', 'offer', 'status'])
    .orderBy('id')
    .execute()
  const fields = { assignee_id: null, offer: null }
  assert.deepEqual(conversations, [
    { id: 'conv_1', handling: 'waiting', ...fields, waits_until: 5, status: 'ended' },
    { id: 'conv_2', handling: 'waiting', ...fields, waits_until: 5, status: 'open' },
    { id: 'conv_3', handling: 'assistant', ...fields, waits_until: null, status: 'open' },
  ])
  const messages = await db.selectFrom('messages').select(['offer', 'notice']).execute()
  assert.deepEqual(messages, Array(3).fill({ offer: null, notice: null }))
})
