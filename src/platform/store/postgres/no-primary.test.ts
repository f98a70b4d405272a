import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { createLog } from '../../kit/log.ts'
import { isUnavailable } from '../errors.ts'
import { openPostgres } from './postgres.ts'

const fatal = (code: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mnot now\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeUInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** What a server without a usable primary may do with a connection. */
const servers: Record<string, (socket: Socket) => void> = {
  'closes at once': (socket) => socket.destroy(),
  'resets at once': (socket) => socket.resetAndDestroy(),
  'resets after the first message': (socket) => socket.once('data', () => socket.resetAndDestroy()),
  'never answers': () => undefined,
  'answers something else': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'is starting up': (socket) => socket.once('data', () => socket.end(fatal('57P03'))),
  'has too many connections': (socket) => socket.once('data', () => socket.end(fatal('53300'))),
}

const listen = async (t: TestContext, answer: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    answer(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const attempts = {
  read: ({ db }) => sql`select 1`.execute(db),
  write: (database) => database.transaction(({ db }) => sql`select 1`.execute(db)),
  listen: (database) => database.connect(),
  migrate: (database) => database.migrate(),
} satisfies Record<string, (database: ReturnType<typeof openPostgres>) => Promise<unknown>>

// An `error` event without a listener ends the process, and here the test.
for (const [kind, answer] of Object.entries(servers)) {
  test(`every use of the database fails as unavailable while each of two servers ${kind}`, async (t) => {
    const ports = [await listen(t, answer), await listen(t, answer)]
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
    for (const tls of ['', '&sslmode=require']) {
      const url = `postgres://qpr:secret@${hosts}/qpr?connect_timeout=0.3${tls}`
      const database = openPostgres(url, createLog('silent'), { silenceMs: 50 })
      const results = await Promise.allSettled(
        Object.values(attempts).map((attempt) => attempt(database)),
      )
      for (const result of results) {
        assert.equal(result.status, 'rejected')
        assert.ok(isUnavailable(result.reason), `${tls} ${result.reason}`)
      }
      await database.close()
    }
  })
}
