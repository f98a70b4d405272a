import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { eventually } from '../../../../test/harness/checks/eventually.ts'
import { createDatabase } from '../../../../test/harness/service/postgres.ts'
import { startProxy } from '../../../../test/harness/service/proxy.ts'
import { startWithoutStandby } from '../../../../test/harness/service/without-standby.ts'
import { createLog } from '../../kit/log.ts'
import type { Database } from '../database.ts'
import { CommitUnknown, isUnavailable } from '../errors.ts'
import { prepare } from '../prepared.ts'
import { timeSourceOn } from './database-clock.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'

let primary: Awaited<ReturnType<typeof startWithoutStandby>>
before(async () => {
  primary = await startWithoutStandby()
})
after(() => primary.stop())

interface Setup extends PostgresOptions {
  /** Settings of the operator for this database. */
  settings?: Record<string, string>
  /** Behind a network that can fail. */
  proxied?: boolean
  isClosedByTest?: boolean
}

const open = async (
  t: TestContext,
  { settings = {}, proxied = false, isClosedByTest = false, ...options }: Setup = {},
) => {
  const url = await createDatabase(primary.url)
  const name = new URL(url).pathname.slice(1)
  for (const [setting, value] of Object.entries(settings)) {
    await primary.query(`alter database "${name}" set ${setting} = ${value}`)
  }
  const proxy = await startProxy(t, url)
  const database = openPostgres(proxied ? proxy.through(url) : url, createLog('silent'), options)
  await database.migrate()
  t.after(() => primary.releaseStandby())
  if (!isClosedByTest) t.after(() => database.close())
  await primary.requireStandby()
  return { database, proxy, url }
}

const save = (database: Database, name: string) =>
  database.transaction(({ db }) =>
    db.insertInto('settings').values({ name, value: 'saved' }).execute(),
  )

/** The same with the commit sent together with the statement. */
const insert = prepare<{ name: string }, unknown>((value, db) =>
  db.insertInto('settings').values({ name: value('name'), value: 'saved' }),
)
const saveWithLast = (database: Database, name: string) =>
  database.transaction((tx) => tx.last(() => insert(tx.db, { name })))

const ways = { save, saveWithLast }

const namesIn = async (database: Database): Promise<string[]> => {
  const rows = await database.db.selectFrom('settings').select('name').execute()
  return rows.map(({ name }) => name)
}

for (const [way, write] of Object.entries(ways)) {
  test(`a commit whose wait for the standby is cancelled is unknown (${way})`, async (t) => {
    const { database } = await open(t)
    const saving = assert.rejects(write(database, 'cancelled'), CommitUnknown)
    await primary.endWaits('pg_cancel_backend')
    await saving
    // PostgreSQL has committed it, on this server only.
    assert.ok((await namesIn(database)).includes('cancelled'))
  })

  test(`a commit whose session is terminated is unknown (${way})`, async (t) => {
    const { database } = await open(t)
    const saving = assert.rejects(write(database, 'terminated'), CommitUnknown)
    await primary.endWaits('pg_terminate_backend')
    await saving
  })

  test(`a commit whose connection breaks before its confirmation is unknown (${way})`, async (t) => {
    const { database, proxy } = await open(t, { proxied: true })
    const saving = assert.rejects(write(database, 'lost'), CommitUnknown)
    await eventually(async () => assert.equal(await primary.waits(), 1))
    proxy.down()
    await saving
    proxy.up()
  })
}

test('a session that does not show warnings still learns that a commit is unknown', async (t) => {
  const { database } = await open(t, { settings: { client_min_messages: 'error' } })
  const saving = assert.rejects(save(database, 'quiet'), CommitUnknown)
  await primary.endWaits('pg_cancel_backend')
  await saving
})

test('a commit that waits for the standby is left waiting, and never cancelled', async (t) => {
  const { database } = await open(t, { silenceMs: 200, statementMs: 400 })
  const effects: string[] = []
  const saving = database.transaction(async (tx) => {
    tx.afterCommit(() => effects.push('saved'))
    await tx.db.insertInto('settings').values({ name: 'patient', value: 'saved' }).execute()
  })
  await assert.rejects(saving, CommitUnknown)
  assert.equal(await primary.waits(), 1)
  // No other session sees it before the standby has it.
  assert.ok(!(await namesIn(database)).includes('patient'))
  // A later commit would wait behind the first, so nothing of it is sent.
  await assert.rejects(save(database, 'later'), (error) => isUnavailable(error))
  assert.equal(await primary.waits(), 1)
  assert.deepEqual(effects, [])

  await primary.releaseStandby()
  await eventually(async () => await save(database, 'again'))
  const names = await namesIn(database)
  assert.ok(names.includes('patient') && names.includes('again') && !names.includes('later'))
  assert.deepEqual(effects, ['saved'])
})

test('commits that wait for the standby leave connections for reading, and a bounded number waits', async (t) => {
  const { database } = await open(t, { silenceMs: 200, statementMs: 400 })
  const writes = Array.from({ length: 40 }, (_, i) => save(database, `write ${i}`))
  const results = await Promise.allSettled(writes)
  for (const result of results) {
    assert.equal(result.status, 'rejected')
    assert.ok(result.reason instanceof CommitUnknown || isUnavailable(result.reason))
  }
  const unknown = results.filter(
    (result) => result.status === 'rejected' && result.reason instanceof CommitUnknown,
  )
  assert.ok(unknown.length <= 10)
  assert.equal(await primary.waits(), unknown.length)
  // As many readers as there are connections.
  await Promise.all(Array.from({ length: 10 }, () => namesIn(database)))
  await primary.releaseStandby()
  await eventually(async () => assert.equal(await primary.waits(), 0))
  assert.equal(
    (await namesIn(database)).filter((name) => name.startsWith('write ')).length,
    unknown.length,
  )
})

test('a change that waits for a row of an unconfirmed commit is refused, long before the time limit of statements', async (t) => {
  const { database } = await open(t, { silenceMs: 200 })
  const change = () =>
    database.transaction(({ db }) =>
      db
        .insertInto('settings')
        .values({ name: 'row', value: 'a' })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: 'b' }))
        .execute(),
    )
  const first = assert.rejects(change(), CommitUnknown)
  await eventually(async () => assert.equal(await primary.waits(), 1))
  const startedAt = performance.now()
  await assert.rejects(change(), isUnavailable)
  assert.ok(performance.now() - startedAt < 15_000)
  await first
})

test('a database closes while a commit waits for the standby', async (t) => {
  const { database } = await open(t, { silenceMs: 200, statementMs: 400, isClosedByTest: true })
  await assert.rejects(save(database, 'left'), CommitUnknown)
  await database.close()
})

test('a correction of the clock does not wait for the standby', async (t) => {
  const { url } = await open(t)
  const client = new Client({ connectionString: url })
  await client.connect()
  t.after(() => client.end())
  assert.equal(await timeSourceOn(client).correct(null, '{"ms":5,"at":1}'), true)
  assert.equal(await timeSourceOn(client).correct('{"ms":5,"at":1}', '{"ms":6,"at":2}'), true)
})

test('an error of a statement that is sent with the commit is not unknown', async (t) => {
  const { database } = await open(t)
  await primary.releaseStandby()
  await saveWithLast(database, 'twice')
  await assert.rejects(saveWithLast(database, 'twice'), { code: '23505' })
  await assert.rejects(
    database.transaction(({ db }) => sql`select 1 / 0`.execute(db)),
    { code: '22012' },
  )
})
