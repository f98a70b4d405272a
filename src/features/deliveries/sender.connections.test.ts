import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { patienceMs } from '../../../test/harness/checks/eventually.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { impatient, ok, onRequests, startRawServer, startSender } from './sender.fixture.ts'

test('a connection is reused for the next request, and two parallel requests use two', async (t) => {
  const receiver = await startReceiver(t)
  const { post } = startSender(t)
  for (let n = 0; n < 5; n++) await post(receiver.url)
  assert.equal(receiver.connections(), 1)
  await Promise.all([post(receiver.url), post(receiver.url)])
  assert.equal(receiver.connections(), 2)
  await Promise.all(Array.from({ length: 50 }, () => post(receiver.url)))
  assert.equal(receiver.connections(), 50)
})

test('a connection is not shared by two organizations', async (t) => {
  const receiver = await startReceiver(t)
  const { post } = startSender(t)
  for (const owner of ['one', 'other', 'one', 'other']) await post(receiver.url, { owner })
  assert.equal(receiver.connections(), 2)
})

test('a receiver that closes its connections gets a new one each time', async (t) => {
  const receiver = await startReceiver(t, { status: 200, headers: { Connection: 'close' } })
  const { post } = startSender(t)
  for (let n = 0; n < 5; n++) assert.equal((await post(receiver.url)).status, 200)
  assert.equal(receiver.connections(), 5)
})

test('a connection with an aborted response is not reused, even if the response completed', async (t) => {
  const receiver = await startReceiver(t)
  const { post } = startSender(t)
  for (const headers of [{ Connection: 'close' }, { Connection: 'keep-alive' }]) {
    receiver.answerWith({ status: 200, headers, body: 'x'.repeat(100_000) })
    for (let n = 0; n < 5; n++) assert.equal((await post(receiver.url)).error, null)
  }
  assert.equal(receiver.connections(), 10)
})

test('a connection that the receiver closes during reuse is replaced by a new one', async (t) => {
  for (const hangUp of ['destroy', 'resetAndDestroy', 'end'] as const) {
    const server = await startRawServer(t, (socket, connection) =>
      onRequests(socket, (number) => {
        if (connection === 1 && number === 2) socket[hangUp]()
        else socket.write(ok)
      }),
    )
    const { post } = startSender(t)
    assert.equal((await post(server.url)).status, 200)
    const { status, error } = await post(server.url)
    assert.deepEqual({ status, error }, { status: 200, error: null }, hangUp)
    assert.equal(server.sockets.length, 2)
  }
})

test('a connection is replaced once, within the same time-out', async (t) => {
  const closing = await startRawServer(t, (socket, connection) =>
    onRequests(socket, (number) => {
      if (connection === 1 && number === 1) socket.write(ok)
      else socket.destroy()
    }),
  )
  const { timeoutMs } = impatient
  const { post } = startSender(t, impatient)
  await post(closing.url)
  assert.equal((await post(closing.url)).error, 'The connection was closed before an answer came.')
  assert.equal(closing.sockets.length, 2)

  const hanging = await startRawServer(t, (socket, connection) =>
    onRequests(socket, (number) => {
      if (connection === 1 && number === 1) socket.write(ok)
      else if (connection === 1) {
        t.mock.timers.tick(timeoutMs - 1)
        socket.destroy()
      } else t.mock.timers.tick(1)
    }),
  )
  await post(hanging.url)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  assert.equal((await post(hanging.url)).error, `No answer within ${timeoutMs} ms.`)
  assert.equal(hanging.sockets.length, 2)
})

test('a new connection that is closed without a response is not replaced again', async (t) => {
  const server = await startRawServer(t, (socket, connection) =>
    onRequests(socket, () => {
      if (connection === 1) socket.write(ok.replace('\r\n', '\r\nConnection: close\r\n'))
      else socket.destroy()
    }),
  )
  const { post } = startSender(t)
  assert.equal((await post(server.url)).status, 200)
  assert.equal((await post(server.url)).error, 'The connection was closed before an answer came.')
  assert.equal(server.sockets.length, 2)
})

test('a connection that is closed within the response is not replaced', async (t) => {
  const server = await startRawServer(t, (socket) =>
    onRequests(socket, (number) => {
      if (number === 1) socket.write(ok)
      else socket.end('HTTP/1.1 200 OK\r\nContent-Le')
    }),
  )
  const { post } = startSender(t)
  assert.equal((await post(server.url)).status, 200)
  assert.equal((await post(server.url)).error, 'The connection was closed before an answer came.')
  assert.equal(server.sockets.length, 1)
})

test('close ends running attempts, and leaves nothing that keeps a process alive', async (t) => {
  const hanging = await startRawServer(t, () => undefined)
  const receiver = await startReceiver(t)
  const script = `
    import { createSender } from './src/features/deliveries/sender.ts'
    import { createTargetGuard } from './src/platform/kit/target-guard.ts'
    const guard = createTargetGuard({ allowPrivate: true, resolve: () => new Promise(() => {}) })
    const sender = createSender({ clock: Date, timeoutMs: 60_000, guard })
    const send = (url) => sender.send({ url, headers: {}, body: '{}' })
    await send('${receiver.url}')
    const urls = ['${hanging.url}', 'https://127.0.0.1:${hanging.port}', 'http://name.example']
    const sends = Promise.all(urls.map(send))
    process.on('message', async () => {
      process.disconnect()
      await sender.close()
      for (const { error } of await sends) console.log(error)
    })
    process.send('sending')
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  t.after(() => child.kill())
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(child, 'message', { signal: AbortSignal.timeout(patienceMs) })
  child.send('close')
  const [code] = await once(child, 'close', { signal: AbortSignal.timeout(patienceMs) })
  assert.equal(code, 0)
  assert.equal(output, 'The service stopped before an answer came.\n'.repeat(3))
})

test('an attempt that began just before close does not connect', async (t) => {
  const receiver = await startReceiver(t)
  const { post, close } = startSender(t)
  const sending = post(receiver.url)
  await close()
  assert.equal((await sending).error, 'The service stopped before an answer came.')
  assert.equal((await startSender(t).post(receiver.url)).status, 200)
  assert.equal(receiver.connections(), 1)
})
