import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { anyPostgres, newDatabase } from '../../../test/harness/service/postgres.ts'
import { createLog } from '../kit/log.ts'
import type { Database } from './database.ts'
import { claimDue, handleDue, type Queue, untilDue } from './due.ts'
import { openDatabase } from './open.ts'

const log = createLog('silent')

const queue: Queue<'mails'> = {
  table: 'mails',
  keys: ['id', 'kind'],
  at: 'next_attempt_at',
  claims: 'attempts',
}

const engines: Record<string, (t: TestContext) => Promise<string>> = {
  async SQLite(t) {
    const folder = await mkdtemp(join(tmpdir(), 'qpr-due-'))
    t.after(() => rm(folder, { recursive: true }))
    return `sqlite:${join(folder, 'qpr.db')}`
  },
  PostgreSQL: async (t) => await newDatabase(await anyPostgres(t)),
}

/** Four rows: due at 10, 20 and 30, and one that is never due. */
const given = async (t: TestContext, url: string) => {
  const database = openDatabase(url, log)
  await database.migrate()
  t.after(() => database.close())
  const rows = [30, 10, 20, null].map((at) => ({
    id: `mail_${at}`,
    kind: 'signIn',
    recipient: 'mira@example.com',
    data: '{}',
    attempts: 0,
    next_attempt_at: at,
    sent_at: null,
    last_error: null,
    created_at: 0,
  }))
  await database.transaction(({ db }) => db.insertInto('mails').values(rows).execute())
  const now = { time: 20 }
  return { database, clock: { now: () => now.time }, now }
}

const claim = async (database: Database, now: number, until: number | null, max: number) => {
  const rows = await database.transaction((tx) => claimDue(tx, queue, { now, until, max }))
  return rows.map(({ id, attempts }) => `${id} ${attempts}`).sort()
}

for (const [engine, urlOf] of Object.entries(engines)) {
  test(`${engine}: due rows are claimed once, the oldest first, and again when the lease ends`, async (t) => {
    const { database } = await given(t, await urlOf(t))
    assert.deepEqual(await claim(database, 30, 40, 2), ['mail_10 1', 'mail_20 1'])
    assert.deepEqual(await claim(database, 30, 40, 2), ['mail_30 1'])
    assert.deepEqual(await claim(database, 39, 50, 9), [])
    assert.deepEqual(await claim(database, 40, 50, 9), ['mail_10 2', 'mail_20 2', 'mail_30 2'])
  })

  test(`${engine}: a row that is claimed without a lease is not due again`, async (t) => {
    const { database } = await given(t, await urlOf(t))
    assert.deepEqual(await claim(database, 10, null, 9), ['mail_10 1'])
    assert.deepEqual(await claim(database, 1e9, null, 9), ['mail_20 1', 'mail_30 1'])
  })

  test(`${engine}: a round waits until the next row is due, and not at all after a full batch`, async (t) => {
    const service = await given(t, await urlOf(t))
    const handled: string[] = []
    const round = () =>
      handleDue(service, queue, { leaseMs: 100, max: 2 }, async (rows) => {
        handled.push(...rows.map(({ id }) => id).sort())
      })
    assert.equal(await round(), 0)
    assert.equal(await round(), 10)
    service.now.time = 30
    assert.equal(await round(), 90)
    assert.deepEqual(handled, ['mail_10', 'mail_20', 'mail_30'])
    await claim(service.database, 1e9, null, 9)
    assert.equal(await untilDue(service, queue), Number.POSITIVE_INFINITY)
  })
}

test('PostgreSQL: a round rests for a second while another process has locked what is due', async (t) => {
  const service = await given(t, await newDatabase(await anyPostgres(t)))
  service.now.time = 30
  await service.database.transaction(async (tx) => {
    await claimDue(tx, queue, { now: 30, until: 40, max: 9 })
    const round = handleDue(service, queue, { leaseMs: 100, max: 2 }, async () => undefined)
    assert.equal(await round, 1000)
  })
})

test('PostgreSQL: a row that another transaction is claiming is left out, without waiting for it', async (t) => {
  const { database } = await given(t, await newDatabase(await anyPostgres(t)))
  await database.transaction(async (tx) => {
    await claimDue(tx, queue, { now: 10, until: 40, max: 1 })
    assert.deepEqual(await claim(database, 20, 40, 9), ['mail_20 1'])
  })
})
