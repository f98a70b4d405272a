import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { assertProblem } from '../../../test/harness/checks/problems.ts'
import { collectLogs } from '../../../test/harness/service/logs.ts'
import { closed, openSocket, readAnswer } from '../../../test/harness/service/raw.ts'
import { createServer } from '../server.ts'

const timeouts = { headersMs: 100, requestMs: 300, checkMs: 25 }

/** The bare server with a route that accepts a body, and short time-outs. */
const startServer = async (t: TestContext) => {
  const { log, lines } = collectLogs()
  const app = createServer({ log, trustProxy: null, corsOrigins: [], https: false, timeouts })
  app.post('/messages', async () => ({ taken: true }))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  return { app, address, lines }
}

const headers = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n'

test('endless headers are cut off with 408', async (t) => {
  const { address } = await startServer(t)
  const socket = await openSocket(address)
  const answer = readAnswer(socket)
  socket.write('POST /messages HTTP/1.1\r\nHost: loc')
  assertProblem(await answer, 408, 'request_timeout')
})

test('an endless body is cut off with 408', async (t) => {
  const { address } = await startServer(t)
  const socket = await openSocket(address)
  const answer = readAnswer(socket)
  socket.write(`POST /messages HTTP/1.1\r\n${headers}\r\n{"text":`)
  assertProblem(await answer, 408, 'request_timeout')
})

test('sending single bytes does not extend the time', async (t) => {
  const { address } = await startServer(t)
  for (const start of [
    'POST /messages HTTP/1.1\r\nX: ',
    `POST /messages HTTP/1.1\r\n${headers}\r\n`,
  ]) {
    const socket = await openSocket(address)
    const answer = readAnswer(socket)
    socket.write(start)
    const dribble = setInterval(() => socket.write(' '), 10)
    assertProblem(await answer, 408, 'request_timeout')
    clearInterval(dribble)
  }
})

test('a client that keeps the connection open after the refusal is disconnected', async (t) => {
  const { app, address } = await startServer(t)
  const accepted = once(app.server, 'connection')
  const { hostname, port } = new URL(address)
  // Keeps its own half open, regardless of the server's half.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  t.after(() => socket.destroy())
  socket.resume()
  socket.write('POST /messages HTTP/1.1\r\nHost: loc')
  const [place] = (await accepted) as [Socket]
  await closed(place)
  assert.equal(socket.writable, true)
})

test('a client that disconnects while sending causes no error in the log', async (t) => {
  const { app, address, lines } = await startServer(t)
  const accepted = once(app.server, 'connection')
  const socket = await openSocket(address)
  const [place] = (await accepted) as [Socket]
  socket.write(`POST /messages HTTP/1.1\r\n${headers}Expect: 100-continue\r\n\r\n`)
  await once(socket, 'data')
  socket.resetAndDestroy()
  await closed(place)
  await setImmediate()
  assert.deepEqual(
    lines().filter(({ level }) => level >= 40),
    [],
  )
})

test('an idle connection is kept longer than proxies keep it', async (t) => {
  const { app } = await startServer(t)
  assert.ok(app.server.keepAliveTimeout > 60_000)
})

test('the service gives a client 10 s for its headers and 30 s for the whole request', async () => {
  const { log } = collectLogs()
  const { server } = createServer({ log, trustProxy: null, corsOrigins: [], https: false })
  assert.equal(server.headersTimeout, 10_000)
  assert.equal(server.requestTimeout, 30_000)
})
