import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { freePort } from '../../../../test/harness/service/ports.ts'
import { anyPostgres, createDatabase } from '../../../../test/harness/service/postgres.ts'
import { describeConfig, parseConfig } from '../../../service/config/config.ts'
import { createLog } from '../../kit/log.ts'
import { hostUrls } from '../../kit/parsers.ts'
import { openDatabase } from '../open.ts'
import { createHosts } from './postgres-hosts.ts'
import { NoPrimary } from './postgres-primary.ts'

const server = await anyPostgres({ after })

const urls: Record<string, string[]> = {
  'postgres://a:5432,b:5433/qpr?target_session_attrs=read-write': [
    'postgres://a:5432/qpr',
    'postgres://b:5433/qpr',
  ],
  'postgresql://me:p%40ss@a,[::1]:5433/qpr?sslmode=require&target_session_attrs=primary': [
    'postgresql://me:p%40ss@a/qpr?sslmode=verify-full',
    'postgresql://me:p%40ss@[::1]:5433/qpr?sslmode=verify-full',
  ],
  'postgres://a/qpr': ['postgres://a/qpr'],
}

test('a URL with several hosts is one URL for each', () => {
  for (const [url, expected] of Object.entries(urls)) assert.deepEqual(hostUrls(url), expected)
})

test('qpr config masks the password of a URL with several hosts', () => {
  const DATABASE_URL = 'postgres://a:secret@a:1,b:2/qpr?target_session_attrs=read-write'
  const shown = describeConfig(parseConfig({ DATABASE_URL }))
  assert.equal(
    shown.find(({ name }) => name === 'DATABASE_URL')?.value,
    'postgres://a:********@a:1,b:2/qpr?target_session_attrs=read-write',
  )
  assert.throws(() => parseConfig({ DATABASE_URL: 'postgres://a:x,b/qpr' }), /DATABASE_URL must/)
})

/** A server that refuses writes, as a standby does. */
const setReadOnly = async (url: string, isReadOnly: boolean) => {
  const client = new Client({ connectionString: server })
  await client.connect()
  const name = new URL(url).pathname.slice(1)
  await client.query(
    `alter database "${name}" set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
  )
  await client.end()
}

test('the server that accepts writes is found, and found again after a failover', async () => {
  const [first, second] = [await createDatabase(server), await createDatabase(server)]
  const closed = `postgres://postgres@127.0.0.1:${await freePort()}/qpr`
  await setReadOnly(first, true)
  const hosts = createHosts({ urls: [closed, first, second] })
  assert.equal(await hosts.primary(), second)
  await setReadOnly(first, false)
  await setReadOnly(second, true)
  assert.equal(await hosts.primary(), second, 'it asks only when there is a doubt')
  hosts.doubt(second)
  assert.equal(await hosts.primary(), first)
  await setReadOnly(first, true)
  hosts.doubt(first)
  await assert.rejects(hosts.primary(), NoPrimary)
})

test('the service works with a list in which another server is down', async (t) => {
  const url = await createDatabase(server)
  const { host } = new URL(url)
  const list = url.replace(host, `127.0.0.1:${await freePort()},${host}`)
  const database = openDatabase(`${list}?target_session_attrs=read-write`, createLog('silent'))
  t.after(() => database.close())
  await database.migrate()
  await database.transaction(({ db }) =>
    db.insertInto('settings').values({ name: 'a', value: 'b' }).execute(),
  )
  assert.equal((await database.db.selectFrom('settings').selectAll().execute()).length > 0, true)
})
