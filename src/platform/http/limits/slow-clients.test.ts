import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { assertProblem } from '../../../../test/harness/checks/problems.ts'
import { collectLogs } from '../../../../test/harness/service/logs.ts'
import { closed, openSocket, readAnswer } from '../../../../test/harness/service/raw.ts'
import { createServer } from '../server.ts'
import { usualSenderLimits } from './slow-clients.ts'

const body = { idleMs: 300, graceMs: 600, bytesPerSecond: 10_000, checkMs: 25 }
const timeouts = { headersMs: 100, checkMs: 25, body }

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

test('a body that stops is cut off with 408', async (t) => {
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

test('a slow request of our own, which has no connection, is answered', async (t) => {
  const { app } = await startServer(t)
  const payload = new Readable({ read: () => undefined })
  const headers = { 'content-type': 'application/json', 'content-length': '16' }
  const answer = app.inject({ method: 'POST', url: '/messages', headers, payload })
  payload.push('{"text":')
  await setTimeout(body.graceMs + body.idleMs)
  payload.push('"Hello"}')
  payload.push(null)
  assert.equal((await answer).statusCode, 200)
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

test('a body of any size may take its time while it comes at the minimum rate', async (t) => {
  const { address } = await startServer(t)
  const socket = await openSocket(address)
  const answer = readAnswer(socket)
  const text = `"${'a'.repeat(60_000)}"`
  socket.write(
    'POST /messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
      `Connection: close\r\nContent-Length: ${text.length}\r\n\r\n`,
  )
  const startedAt = performance.now()
  for (let at = 0; at < text.length; at += 2000) {
    socket.write(text.slice(at, at + 2000))
    await setTimeout(50)
  }
  assert.equal((await answer).status, 200)
  // Longer than the time without a byte, and than the time before the rate counts.
  assert.ok(performance.now() - startedAt > body.graceMs + body.idleMs)
})

test('a body that is refused before it is complete does not keep its connection', async (t) => {
  const { address } = await startServer(t)
  const socket = await openSocket(address)
  socket.write(`POST /messages HTTP/1.1\r\n${headers}Content-Encoding: gzip\r\n\r\n{"text":`)
  assertProblem(await readAnswer(socket), 415, 'unsupported_encoding')
})

test('time in which the service reads nothing does not count as slow', async (t) => {
  const { log } = collectLogs()
  const app = createServer({ log, trustProxy: null, corsOrigins: [], https: false, timeouts })
  const reading = Promise.withResolvers<void>()
  app.addContentTypeParser('text/plain', (_request, payload, done) => {
    void reading.promise.then(() => payload.resume().once('end', () => done(null, 'text')))
  })
  app.post('/files', async () => ({ taken: true }))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  const socket = await openSocket(address)
  const answer = readAnswer(socket)
  socket.write(
    'POST /files HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n' +
      `Connection: close\r\nContent-Length: 20\r\n\r\n${'a'.repeat(10)}`,
  )
  await setTimeout(2 * body.graceMs)
  socket.write('a'.repeat(10))
  reading.resolve()
  assert.equal((await answer).status, 200)
})

test('the service gives a client 10 s for its headers, and 10 s without a byte of its body', async () => {
  const { log } = collectLogs()
  const { server } = createServer({ log, trustProxy: null, corsOrigins: [], https: false })
  assert.equal(server.headersTimeout, 10_000)
  assert.equal(usualSenderLimits.idleMs, 10_000)
})
