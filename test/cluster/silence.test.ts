import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createLog } from '../../src/platform/kit/log.ts'
import { openPostgres } from '../../src/platform/store/postgres/postgres.ts'
import { eventually } from '../harness/checks/eventually.ts'
import { assertProblem } from '../harness/checks/problems.ts'
import { createCode } from '../harness/data/given.ts'
import { startBehindProxy } from '../harness/service/behind-proxy.ts'
import { anyPostgres } from '../harness/service/postgres.ts'
import { startProxy } from '../harness/service/proxy.ts'

const postgresUrl = await anyPostgres({ after })

test('a network that drops all packets is noticed while it does, answered with 503, and recovered from', async (t) => {
  const { proxy, service, beside, waitFor } = await startBehindProxy(t, postgresUrl)
  const code = await createCode(service)
  const scan = () => service.get(`/s/${code.short_id}`, { key: null })
  assert.equal((await scan()).status, 200)
  // Some connections are idle at that moment.
  await Promise.all(Array.from({ length: 8 }, () => service.get('/v1/qpr-codes')))

  proxy.silence()
  const refused = await Promise.all([
    service.get('/v1/qpr-codes'),
    service.post('/v1/qpr-codes', { name: 'a', prompt: 'b' }),
    service.get('/readyz'),
    scan(),
  ])
  for (const answer of refused.slice(0, 3)) assertProblem(answer, 503, 'storage_unavailable')
  assert.equal(refused[3]?.status, 503)
  await waitFor(({ msg }) => msg === 'the listening database connection was lost')

  // Signals of another process do not arrive meanwhile.
  await beside.patch(`/v1/qpr-codes/${code.id}`, { status: 'archived' })
  proxy.speak()
  await eventually(async () => assert.equal((await service.get('/v1/qpr-codes')).status, 200))
  await eventually(async () => assert.equal((await scan()).status, 410))
})

test('a silent connection is given up long before the time limit of statements', async (t) => {
  const proxy = await startProxy(t, postgresUrl)
  const database = openPostgres(proxy.through(postgresUrl), createLog('silent'), { silenceMs: 200 })
  t.after(() => database.close())
  await sql`select 1`.execute(database.db)
  proxy.silence()
  const startedAt = performance.now()
  await assert.rejects(sql`select 1`.execute(database.db))
  // The time limit of statements is 30 s.
  assert.ok(performance.now() - startedAt < 15_000)
})

test('a long statement is not mistaken for a silent connection, and is cancelled after its time limit', async (t) => {
  const database = openPostgres(postgresUrl, createLog('silent'), {
    silenceMs: 300,
    statementMs: 3000,
  })
  t.after(() => database.close())
  const slept = await sql<{ done: string }>`select 'yes' as done from pg_sleep(1.5)`.execute(
    database.db,
  )
  assert.equal(slept.rows[0]?.done, 'yes')
  // 57014: cancelled on the server, not only abandoned here.
  await assert.rejects(sql`select pg_sleep(60)`.execute(database.db), { code: '57014' })
})
