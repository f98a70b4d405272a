import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { ended, ok, startRawServer, startSender } from './sender.fixture.ts'

test('an outcome contains its start, its duration and the response', async (t) => {
  const receiver = await startReceiver(t, { status: 202, body: '{"taken":true}' })
  const { post } = startSender(t)
  const before = Date.now()
  const { startedAt, durationMs, ...answer } = await post(`${receiver.url}/hook?a=1#part`)
  assert.deepEqual(answer, { status: 202, error: null, responseBody: '{"taken":true}' })
  assert.ok(startedAt >= before && startedAt <= Date.now())
  assert.ok(Number.isInteger(durationMs) && durationMs <= Date.now() - before + 1)
  assert.equal(receiver.requests[0]?.method, 'POST')
  assert.equal(receiver.requests[0]?.path, '/hook?a=1')
})

test('the request has the given headers, and only those that HTTP needs', async (t) => {
  const receiver = await startReceiver(t)
  const headers = { 'Content-Type': 'application/json', 'X-Service-Event': 'scan.created' }
  await startSender(t).post(receiver.url, { headers, body: '{"n":17}' })
  assert.deepEqual(receiver.requests[0]?.rawHeaders, [
    ...['host', new URL(receiver.url).host],
    ...['connection', 'keep-alive'],
    ...['Content-Type', 'application/json'],
    ...['X-Service-Event', 'scan.created'],
    ...['content-length', '8'],
  ])
})

test('a body arrives byte for byte', async (t) => {
  const receiver = await startReceiver(t)
  const { post } = startSender(t)
  for (const body of ['{"name":"Grüße 🏨\u2028"}', ' {"n" :1}\n', '', 'x'.repeat(1_000_000)]) {
    assert.equal((await post(receiver.url, { body })).status, 200)
    assert.deepEqual(receiver.requests.at(-1)?.raw, Buffer.from(body, 'utf8'))
  }
})

test('responses of parallel requests are not mixed up', async (t) => {
  const receiver = await startReceiver(t, ({ body }) => ({ status: 200, body: `got ${body}` }))
  const { post } = startSender(t)
  const bodies = Array.from({ length: 200 }, (_, n) => String(n))
  const outcomes = await Promise.all(bodies.map((body) => post(receiver.url, { body })))
  assert.deepEqual(
    outcomes.map(({ responseBody }) => responseBody),
    bodies.map((body) => `got ${body}`),
  )
})

test('every 2xx status is a success, every other a failure with a sentence', async (t) => {
  const receiver = await startReceiver(t)
  const { post } = startSender(t)
  for (const status of [200, 201, 202, 204, 205, 226, 299]) {
    receiver.answerWith(status)
    const { error, ...outcome } = await post(receiver.url)
    assert.equal(outcome.status, status)
    assert.equal(error, null)
  }
  for (const status of [300, 304, 399, 400, 401, 404, 410, 429, 500, 503, 599]) {
    receiver.answerWith(status)
    const { error, ...outcome } = await post(receiver.url)
    assert.equal(outcome.status, status)
    assert.equal(error, `Answered with status ${status}.`)
  }
})

test('a redirect is a failure, and is not followed', async (t) => {
  const other = await startReceiver(t)
  const receiver = await startReceiver(t)
  const { post } = startSender(t)
  for (const location of ['http://169.254.169.254/', other.url, '/elsewhere']) {
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answerWith({ status, headers: { Location: location }, body: 'there' })
      const { error, responseBody } = await post(receiver.url)
      assert.equal(error, `Answered with a redirect (${status}), which is not followed.`)
      assert.equal(responseBody, 'there')
    }
  }
  assert.equal(receiver.requests.length, 15)
  assert.equal(other.requests.length, 0)
})

test('informational responses are skipped', async (t) => {
  const receiver = await startReceiver(t)
  receiver.handleWith((_request, response) => {
    response.writeProcessing()
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    response.end('after')
  })
  const { status, error, responseBody } = await startSender(t).post(receiver.url)
  assert.deepEqual(
    { status, error, responseBody },
    { status: 200, error: null, responseBody: 'after' },
  )
})

test('another protocol, or an unexpected 100, is a failure', async (t) => {
  const switching = 'HTTP/1.1 101 Switching Protocols\r\n'
  const answers = {
    [`${switching}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`]: 101,
    [`${switching}\r\n`]: 101,
    [`HTTP/1.1 100 Continue\r\n\r\n${ok}`]: 100,
  }
  for (const [answer, status] of Object.entries(answers)) {
    const server = await startRawServer(t, (socket) =>
      socket.once('data', () => socket.write(answer)),
    )
    const outcome = await startSender(t).post(server.url)
    assert.equal(outcome.status, status)
    assert.equal(outcome.error, `Answered with status ${status}.`)
    assert.ok(outcome.durationMs < 5000, 'it is not waited for more')
    assert.equal(server.sockets.length, 1)
  }
})

test('a response that ends with its connection is complete', async (t) => {
  for (const version of ['HTTP/1.0', 'HTTP/1.1']) {
    const server = await startRawServer(t, (socket) =>
      socket.once('data', () => socket.end(`${version} 200 OK\r\n\r\nuntil the end`)),
    )
    const { error, responseBody } = await startSender(t).post(server.url)
    assert.deepEqual({ error, responseBody }, { error: null, responseBody: 'until the end' })
  }
})

test('the first 4 KB of a response are kept, as text that can be stored', async (t) => {
  const receiver = await startReceiver(t)
  const { post } = startSender(t)
  const keptOf = async (body: string | Buffer) => {
    receiver.answerWith({ status: 200, body })
    return (await post(receiver.url)).responseBody
  }
  assert.equal(await keptOf(''), '')
  assert.equal(await keptOf('x'.repeat(4096)), 'x'.repeat(4096))
  assert.equal(await keptOf('x'.repeat(60_000)), 'x'.repeat(4096))
  // A character that the limit splits is left out.
  assert.equal(await keptOf(`x${'ü'.repeat(3000)}`), `x${'ü'.repeat(2047)}`)
  assert.equal(await keptOf(`xxx${'🏨'.repeat(3000)}`), `xxx${'🏨'.repeat(1023)}`)
  assert.equal(await keptOf('a\0b\0'), 'a\uFFFDb\uFFFD')
  assert.equal(
    await keptOf(Buffer.from([0x61, 0xff, 0xed, 0xa0, 0x80, 0x62])),
    'a\uFFFD\uFFFD\uFFFD\uFFFDb',
  )
  assert.ok((await keptOf(Buffer.alloc(5000, 0xf0)))?.isWellFormed())
})

test('a response of a gigabyte is aborted, and judged by its status', async (t) => {
  for (const status of [200, 500]) {
    let sentBytes = 0
    const server = await startRawServer(t, (socket) => {
      const chunk = Buffer.alloc(65_536, 'x')
      const pour = () => {
        while (socket.writable && sentBytes < 1e9 && socket.write(chunk)) sentBytes += chunk.length
      }
      socket.on('drain', pour)
      socket.once('data', () => {
        socket.write(`HTTP/1.1 ${status} Big\r\nContent-Length: 1000000000\r\n\r\n`)
        pour()
      })
    })
    const outcome = await startSender(t).post(server.url)
    assert.equal(outcome.status, status)
    assert.equal(outcome.error, status === 200 ? null : 'Answered with status 500.')
    assert.equal(outcome.responseBody, 'x'.repeat(4096))
    await ended(server.sockets[0])
    // At most the buffers of two sockets.
    assert.ok(sentBytes < 20e6, `${sentBytes} bytes were sent`)
  }
})

test('a proxy of the environment is not used', async (t) => {
  const proxy = await startReceiver(t)
  const receiver = await startReceiver(t)
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
  for (const name of names) {
    const before = process.env[name]
    t.after(() => {
      if (before === undefined) delete process.env[name]
      else process.env[name] = before
    })
    process.env[name] = name.startsWith('NODE') ? '1' : proxy.url
  }
  assert.equal((await startSender(t).post(receiver.url)).status, 200)
  assert.equal(proxy.connections(), 0)
})
