import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { secondMs } from '../../src/platform/kit/clock.ts'
import { rounds } from '../harness/checks/depth.ts'
import { eventually } from '../harness/checks/eventually.ts'
import { assertProblem } from '../harness/checks/problems.ts'
import type { Code } from '../harness/data/given.ts'
import { startWriters } from '../harness/data/writers.ts'
import { assertBooks } from '../harness/receivers/books.ts'
import { freePort } from '../harness/service/ports.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../harness/service/postgres.ts'
import { newMachine } from '../harness/service/process.ts'

const newCode = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }

// Each test leaves the server running.
let postgres: PostgresServer
before(async () => {
  postgres = await startPostgres()
})
after(() => postgres.stop())

/** A machine and a fresh database of that PostgreSQL. */
const onPostgres = async (t: TestContext) => {
  const machine = await newMachine(t)
  const databaseUrl = await createDatabase(postgres.url)
  return { machine, databaseUrl, settings: { DATABASE_URL: databaseUrl } }
}

test('while PostgreSQL is away the service is alive, not ready, and answers 503; then it recovers', async (t) => {
  const { machine, databaseUrl, settings } = await onPostgres(t)
  const service = await machine.serveHere(settings)
  const api = await service.connect()
  const before = await api.post<Code>('/v1/qpr-codes', newCode)
  assert.equal(before.status, 200)

  await postgres.pause()
  for (const answer of [
    await api.post('/v1/qpr-codes', newCode),
    await api.get('/v1/qpr-codes'),
    await api.get(`/v1/qpr-codes/${before.body.id}`),
    await api.delete(`/v1/qpr-codes/${before.body.id}`),
    await api.get('/readyz'),
  ]) {
    assertProblem(answer, 503, 'storage_unavailable')
    assert.doesNotMatch(answer.text, /ECONN|postgres|select|insert/i)
  }
  assert.equal((await api.get('/healthz')).status, 200)

  await postgres.resume()
  // The previous result may be cached for a second, because each check is a write.
  await eventually(async () => assert.equal((await api.get('/readyz')).status, 200))
  const after = await api.post<Code>('/v1/qpr-codes', newCode)
  assert.equal(after.status, 200)
  await assertBooks(databaseUrl, { acknowledged: [before.body.id, after.body.id] })
})

test('while none of several hosts accepts writes the service answers 503 with Retry-After; then it recovers', async (t) => {
  const { machine, databaseUrl } = await onPostgres(t)
  const { host } = new URL(databaseUrl)
  const list = databaseUrl.replace(host, `${host},127.0.0.1:${await freePort()}`)
  const service = await machine.serveHere({ DATABASE_URL: list })
  const api = await service.connect()
  const before = await api.post<Code>('/v1/qpr-codes', newCode)
  assert.equal(before.status, 200)

  await postgres.pause()
  // Each half second the lost listening connection finds no primary again: a few times in the short
  // form, more than a hundred times in the long form.
  const away = performance.now()
  while (performance.now() - away < rounds(2, 60) * secondMs) {
    const answer = await api.post('/v1/qpr-codes', newCode)
    assertProblem(answer, 503, 'storage_unavailable')
    assert.equal(answer.headers.get('Retry-After'), '1')
  }
  assert.equal((await api.get('/healthz')).status, 200)

  await postgres.resume()
  await eventually(async () => assert.equal((await api.post('/v1/qpr-codes', newCode)).status, 200))
  await service.stop()
})

test('a restart of PostgreSQL under 16 writers loses nothing acknowledged', async (t) => {
  const { machine, databaseUrl, settings } = await onPostgres(t)
  const service = await machine.serveHere(settings)
  const load = startWriters(service.address)
  // The long form repeats it.
  const restarts = rounds(1, 5)
  for (let restarted = 1; restarted <= restarts; restarted++) {
    await load.acknowledges(50)
    await postgres.restart()
  }
  await load.acknowledges(50)
  await load.stop()
  for (const refusal of load.refusals) {
    const isUnknown = refusal.text.includes('commit_unknown')
    assertProblem(refusal, 503, isUnknown ? 'commit_unknown' : 'storage_unavailable')
  }
  // A connection that breaks between the commit and its confirmation leaves an unacknowledged row.
  await assertBooks(databaseUrl, { acknowledged: load.acknowledged, inFlight: restarts * 16 })
})

test('the service stops without a delay and with exit code 0 while PostgreSQL is away', async (t) => {
  const { machine, settings } = await onPostgres(t)
  const service = await machine.serve(settings)
  await postgres.pause()
  t.after(() => postgres.resume())
  const { code, stdout } = await service.stop()
  assert.equal(code, 0)
  assert.doesNotMatch(stdout, /stopped before all work was finished/)
})

test('a start with a wrong password, an unknown database or no PostgreSQL ends with one line', async (t) => {
  const machine = await newMachine(t)
  const password = new URL(postgres.url)
  password.password = 'the-wrong-password'
  const pathname = new URL(postgres.url)
  pathname.pathname = 'nowhere'
  const away = new URL('postgres://nobody:the-wrong-password@127.0.0.1:1/qpr')
  for (const { href } of [password, pathname, away]) {
    const { code, stdout, stderr } = await machine.command(['serve'], { DATABASE_URL: href }).exited
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^qpr: The database cannot be reached[^\n]+\n$/)
    assert.doesNotMatch(stderr, /the-wrong-password/)
  }
})
