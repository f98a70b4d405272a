import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { createTargetGuard } from '../../platform/kit/target-guard.ts'
import { ended, impatient, ok, startRawServer, startSender } from './sender.fixture.ts'

const noAnswer = 'No answer within 300 ms.'

type Accept = Parameters<typeof startRawServer>[1]

/** The outcome when a server does this with a connection. */
const outcomeOf = async (t: TestContext, accept: Accept) => {
  const server = await startRawServer(t, accept)
  const outcome = await startSender(t).post(server.url)
  assert.equal(server.sockets.length, 1)
  return outcome
}

/** The same for attempts that end by time-out, together with their connection. */
const cutOffOutcomeOf = async (t: TestContext, accept: Accept) => {
  const server = await startRawServer(t, accept)
  const outcome = await startSender(t, impatient).post(server.url)
  assert.ok(outcome.durationMs > impatient.timeoutMs * 0.8, `${outcome.durationMs} ms`)
  await ended(server.sockets[0])
  assert.equal(server.sockets.length, 1)
  return outcome
}

test('a closed port is a failure', async (t) => {
  const { url, close } = await startRawServer(t, () => undefined)
  await close()
  const outcome = await startSender(t).post(url)
  assert.equal(outcome.status, null)
  assert.equal(outcome.error, 'The connection was refused.')
  assert.equal(outcome.responseBody, null)
})

test('a receiver that disconnects during the request fails it, and the request is not sent twice', async (t) => {
  const reset = await outcomeOf(t, (socket) => socket.once('data', () => socket.resetAndDestroy()))
  assert.equal(reset.error, 'The connection was reset.')
  const closed = await outcomeOf(t, (socket) => socket.once('data', () => socket.end()))
  assert.equal(closed.error, 'The connection was closed before an answer came.')
})

test('a receiver that disconnects within the headers has not responded', async (t) => {
  const outcome = await outcomeOf(t, (socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Le')),
  )
  assert.equal(outcome.status, null)
  assert.equal(outcome.error, 'The connection was closed before an answer came.')
})

test('a receiver that disconnects within the body has responded', async (t) => {
  const outcome = await outcomeOf(t, (socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')),
  )
  assert.equal(outcome.status, 200)
  assert.equal(outcome.error, null)
  assert.equal(outcome.responseBody, 'half')
})

test('a receiver that never responds times out', async (t) => {
  const outcome = await cutOffOutcomeOf(t, (socket) => socket.resume())
  assert.equal(outcome.status, null)
  assert.equal(outcome.error, noAnswer)
  assert.equal(outcome.responseBody, null)
})

test('a receiver that does not read a large body times out', async (t) => {
  const server = await startRawServer(t, (socket) =>
    socket.once('data', () => {
      socket.pause()
      socket.write(ok)
    }),
  )
  const { post } = startSender(t, impatient)
  assert.equal((await post(server.url)).status, 200)
  const outcome = await post(server.url, { body: 'x'.repeat(20_000_000) })
  assert.equal(outcome.error, noAnswer)
  const [socket] = server.sockets
  socket?.resume()
  await ended(socket)
})

test('a receiver with endless or slow headers times out', async (t) => {
  const hanging = await cutOffOutcomeOf(t, (socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nX-A: ')),
  )
  assert.equal(hanging.status, null)
  assert.equal(hanging.error, noAnswer)

  const dripping = await cutOffOutcomeOf(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const drip = setInterval(() => socket.write('X-A: b\r\n'), 10)
    socket.once('close', () => clearInterval(drip))
  })
  assert.equal(dripping.status, null)
  assert.equal(dripping.error, noAnswer)
})

test('a receiver that only sends informational responses times out', async (t) => {
  const outcome = await cutOffOutcomeOf(t, (socket) => {
    const drip = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 10)
    socket.once('close', () => clearInterval(drip))
  })
  assert.equal(outcome.status, null)
  assert.equal(outcome.error, noAnswer)
})

test('a receiver with an endless body is judged by its status', async (t) => {
  for (const [status, error] of [
    [200, null],
    [503, 'Answered with status 503.'],
  ] as const) {
    const outcome = await cutOffOutcomeOf(t, (socket) => {
      socket.write(`HTTP/1.1 ${status} Slow\r\nTransfer-Encoding: chunked\r\n\r\n`)
      const drip = setInterval(() => socket.write('1\r\nx\r\n'), 10)
      socket.once('close', () => clearInterval(drip))
    })
    assert.equal(outcome.status, status)
    assert.equal(outcome.error, error)
    assert.match(outcome.responseBody ?? '', /^x+$/)
  }
})

test('a receiver that does not speak HTTP is a failure', async (t) => {
  const greeting = await outcomeOf(t, (socket) => socket.end('220 mail.example ESMTP\r\n'))
  assert.equal(greeting.error, 'The answer was not valid HTTP.')
  const large = await outcomeOf(t, (socket) =>
    socket.write(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`),
  )
  assert.equal(large.error, 'The headers of the answer were too large.')
})

test('a request that cannot be sent is a failure like any other', async (t) => {
  const { post } = startSender(t)
  const server = await startRawServer(t, (socket) => socket.once('data', () => socket.write(ok)))
  for (const url of ['', 'no url', 'ftp://127.0.0.1/', 'http://127.0.0.1:99999']) {
    const { status, error } = await post(url)
    assert.equal(status, null)
    assert.match(error ?? '', /^The request failed \([A-Z_]+\)\.$/, url)
  }
  const { error } = await post(server.url, { headers: { 'X-A': 'a\nb' } })
  assert.equal(error, 'The request failed (UND_ERR_INVALID_ARG).')
  assert.equal(server.sockets.length, 0)
})

test('a failed attempt does not affect the next one', async (t) => {
  const server = await startRawServer(t, (socket, connection) => {
    socket.on('data', () => (connection === 1 ? socket.destroy() : socket.write(ok)))
  })
  const { post } = startSender(t)
  assert.equal((await post(server.url)).status, null)
  assert.equal((await post(server.url)).status, 200)
  assert.equal((await post(server.url)).status, 200)
  assert.equal(server.sockets.length, 2)
})

test('a name that does not resolve is a failure', async (t) => {
  const { post } = startSender(t, {
    guard: createTargetGuard({
      allowPrivate: true,
      resolve: async (hostname) => {
        throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' })
      },
    }),
  })
  const { error } = await post('https://nobody.example/hook')
  assert.equal(error, 'The host name nobody.example could not be resolved.')
})

test('a name server that answers after the time-out causes no connection', async (t) => {
  const receiver = await startReceiver(t)
  const found = Promise.withResolvers<{ address: string; family: number }[]>()
  const guard = createTargetGuard({ allowPrivate: true, resolve: () => found.promise })
  const { post } = startSender(t, { guard, ...impatient })
  const outcome = await post(receiver.url.replace('127.0.0.1', 'slow.example'))
  assert.equal(outcome.error, noAnswer)
  found.resolve([{ address: '127.0.0.1', family: 4 }])
  await setImmediate()
  const accepted = once(receiver.server, 'connection')
  assert.equal((await post(receiver.url)).status, 200)
  await accepted
  assert.equal(receiver.connections(), 1)
})

test('a private target is not connected, by address or by name', async (t) => {
  const receiver = await startReceiver(t)
  const resolve = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  const { post } = startSender(t, { guard: createTargetGuard({ allowPrivate: false, resolve }) })
  const { port } = new URL(receiver.url)
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433']) {
    const { status, error } = await post(`http://${host}:${port}`)
    assert.equal(status, null)
    assert.match(
      error ?? '',
      /^The address (127\.0\.0\.1|::ffff:7f00:1) is private, and private targets are not allowed\.$/,
    )
  }
  for (const host of ['name.example', 'localhost', 'a.localhost.']) {
    assert.equal(
      (await post(`http://${host}:${port}`)).error,
      `The host ${host} has a private address, and private targets are not allowed.`,
    )
  }
  assert.equal(receiver.connections(), 0)
})

test('a name that changes its address after the check is checked again', async (t) => {
  const receiver = await startReceiver(t)
  const answers = ['93.184.216.34', '127.0.0.1']
  const guard = createTargetGuard({
    allowPrivate: false,
    resolve: async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }],
  })
  const url = receiver.url.replace('127.0.0.1', 'rebind.example')
  assert.equal(await guard.refusal(new URL(url)), null)
  assert.equal(
    (await startSender(t, { guard }).post(url)).error,
    'The host rebind.example has a private address, and private targets are not allowed.',
  )
  assert.equal(receiver.connections(), 0)
})
