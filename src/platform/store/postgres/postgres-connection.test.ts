import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createLog } from '../../kit/log.ts'
import { openPostgres } from './postgres.ts'
import { connectMsOf, WatchedClient } from './postgres-connection.ts'

/** Names and values in turn, each terminated by a zero, after the length and the version. */
const readStartup = (packet: Buffer): Record<string, string> => {
  const texts = packet
    .subarray(8, packet.readInt32BE(0) - 2)
    .toString('utf8')
    .split('\0')
  return Object.fromEntries(
    texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? '']] : [])),
  )
}

test('no connection uses a startup parameter that PgBouncer refuses', async (t) => {
  const startups: Record<string, string>[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (packet) => {
      startups.push(readStartup(packet))
      socket.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const url = `postgres://qpr:secret@127.0.0.1:${port}/qpr?application_name=mine`
  const database = openPostgres(url, createLog('silent'))
  t.after(() => database.close())
  const listening = new WatchedClient({ connectionString: url })
  listening.on('error', () => undefined)
  // Connections of the pool, of the migrations, and the listening one.
  await assert.rejects(database.transaction(({ db }) => db.selectFrom('users').execute()))
  await assert.rejects(database.migrate())
  await assert.rejects(listening.connect())
  assert.ok(startups.length >= 3)
  // https://www.pgbouncer.org/config.html: the parameters that it tracks for each client.
  const known = new Set(['user', 'database', 'application_name', 'client_encoding'])
  for (const startup of startups) {
    assert.equal(startup.user, 'qpr')
    assert.deepEqual(
      Object.keys(startup).filter((name) => !known.has(name)),
      [],
    )
  }
})

test('the URL sets how long to wait for a connection; without it three seconds', async () => {
  const url = 'postgres://qpr:secret@127.0.0.1:5432/qpr'
  assert.equal(connectMsOf(`${url}?connect_timeout=30`), 30_000)
  for (const parameters of [
    '',
    '?sslmode=require',
    '?connect_timeout=0',
    '?connect_timeout=soon',
  ]) {
    assert.equal(connectMsOf(url + parameters), 3000)
  }
})

test('a server that accepts connections and never answers is given up after the time of the URL', async (t) => {
  const server = createServer((socket) => socket.on('error', () => undefined))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const url = `postgres://qpr:secret@127.0.0.1:${port}/qpr?connect_timeout=0.1`
  const database = openPostgres(url, createLog('silent'))
  t.after(() => database.close())
  const startedAt = performance.now()
  await assert.rejects(database.transaction(({ db }) => db.selectFrom('users').execute()))
  await assert.rejects(database.migrate())
  await assert.rejects(database.connect())
  assert.ok(performance.now() - startedAt < 8000, 'three times 3 s without it')
})

test('statement names of two processes differ', async () => {
  const script = `import('${import.meta.resolve('./postgres-connection.ts')}')
    .then(({ processTag }) => console.log(processTag))`
  const tags = await Promise.all(
    [1, 2].map(async () => (await promisify(execFile)(process.execPath, ['-e', script])).stdout),
  )
  assert.match(tags[0] ?? '', /^[0-9a-f]{8}\n$/)
  assert.notEqual(tags[0], tags[1])
})
