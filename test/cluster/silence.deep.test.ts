import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createLog } from '../../src/platform/kit/log.ts'
import { openPostgres } from '../../src/platform/store/postgres/postgres.ts'
import { startBehindProxy } from '../harness/service/behind-proxy.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../harness/service/postgres.ts'
import { startProxy } from '../harness/service/proxy.ts'

let postgres: PostgresServer
before(async () => {
  postgres = await startPostgres()
})
after(() => postgres.stop())

test('a silent connection costs at most one request', async (t) => {
  const { proxy, service } = await startBehindProxy(t, postgres.url)
  await Promise.all(Array.from({ length: 8 }, () => service.get('/v1/qpr-codes')))
  // New connections work.
  proxy.freeze()
  await service.get('/v1/qpr-codes')
  // The idle connections were silent too, and were dropped with it.
  for (let n = 0; n < 8; n++) assert.equal((await service.get('/v1/qpr-codes')).status, 200)
})

test('a process that becomes silent within a transaction does not keep its locks', async (t) => {
  const url = await createDatabase(postgres.url)
  const proxy = await startProxy(t, url)
  const silent = openPostgres(proxy.through(url), createLog('silent'))
  const other = openPostgres(url, createLog('silent'))
  t.after(() => Promise.all([silent.close(), other.close()]))
  await other.migrate()
  const write = sql`insert into settings values ('lock', '1')
    on conflict (name) do update set value = settings.value || '1'`
  const holds = Promise.withResolvers<void>()
  const held = silent.transaction(async ({ db }) => {
    await write.execute(db)
    proxy.silence()
    holds.resolve()
    await write.execute(db)
  })
  held.catch(() => undefined)
  await holds.promise
  // A request gives up after 3 s. The server drops the silent one after 10 s.
  await other.transaction(({ db }) => write.execute(db), { lockMs: 60_000 })
  await assert.rejects(held)
})
