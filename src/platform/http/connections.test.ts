import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { assertProblem } from '../../../test/harness/checks/problems.ts'
import { closed, openSocket, sendRaw } from '../../../test/harness/service/raw.ts'
import { startService } from '../../../test/harness/service/shared.ts'

/** Sends the parts one after the other. Returns the status of every response on the connection. */
const statusesOf = async (address: string, parts: string[]): Promise<number[]> => {
  const socket = await openSocket(address)
  socket.setNoDelay(true)
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  const end = closed(socket)
  for (const [i, part] of parts.entries()) {
    socket.write(part)
    // Each part arrives separately: after the response to the part before, if there is one.
    if (i < parts.length - 1) await Promise.race([once(socket, 'data'), nextTurns(20)])
  }
  await end
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
}

const nextTurns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise(setImmediate)
}

const chunks: Record<string, string> = {
  'a size that is no number': 'zz\r\n',
  'a negative size': '-1\r\nx\r\n',
  'a size of 20 digits': `${'f'.repeat(20)}\r\n`,
  'a chunk longer than its size': '5\r\nhello world\r\n0\r\n\r\n',
  'a chunk without a line end': '2\r\n{}0\r\n\r\n',
  'a bare line feed': '2\n{}\n0\n\n',
}

test('a malformed chunk gets exactly one response, regardless of when its request is answered', async (t) => {
  const { address, key } = await startService(t)
  const authorized = `Authorization: Bearer ${key}\r\n`
  const requests: [target: string, headers: string][] = [
    ['/v1/qpr-codes', authorized],
    ['/v1/qpr-codes', ''],
    ['/v1/qpr-codes', 'Authorization: Bearer unknown\r\n'],
    ['/v1/qpr-codes/bulk', authorized],
    ['/nothing', ''],
    ['/signin', ''],
    ['/s/00000000/chat', 'Origin: https://evil.example\r\n'],
    ['/s/00000000/conversations', ''],
    ['/healthz', ''],
  ]
  for (const [target, more] of requests) {
    const head =
      `POST ${target} HTTP/1.1\r\nHost: localhost\r\n${more}` +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    for (const [name, chunk] of Object.entries(chunks)) {
      for (const parts of [[head + chunk], [head, chunk], [head, '1\r\n{\r\n', chunk]]) {
        const statuses = await statusesOf(address, parts)
        assert.equal(statuses.length, 1, `${target}, ${more}${name}: ${statuses}`)
        assert.ok(Number(statuses[0]) >= 400 && Number(statuses[0]) < 500, String(statuses))
      }
    }
  }
})

test('invalid bytes after a complete request are refused after its response', async (t) => {
  const { address } = await startService(t)
  for (const path of ['/healthz', '/readyz', '/']) {
    const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    assert.deepEqual(await statusesOf(address, [`${request}HELLO\r\n\r\n`]), [200, 400])
    assert.deepEqual(await statusesOf(address, [request, 'HELLO\r\n\r\n']), [200, 400])
    const twice = `${request}${request}HELLO\r\n\r\n`
    assert.deepEqual(await statusesOf(address, [twice]), [200, 200, 400])
  }
})

test('two Host headers, or an invalid one, get a 400 problem on every path', async (t) => {
  const { address } = await startService(t)
  const heads = [
    'Host: a.example\r\nHost: b.example',
    'Host: a.example\r\nHost: a.example',
    'Host: a.example\r\nX-Other: 1\r\nhOsT: a.example',
    'Host:\r\nHost: a.example',
    'Host: a.example b.example',
    'Host: a.example/path',
    'Host: user@a.example',
    'Host: a.example#b',
    'Host: a.example?b',
    'Host: a"b',
  ]
  for (const path of ['/healthz', '/v1/qpr-codes', '/nothing', '/signin', '/metrics']) {
    for (const head of heads) {
      const request = `GET ${path} HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`
      assertProblem(await sendRaw(address, request), 400, 'malformed_request')
    }
  }
  for (const host of ['localhost', 'a_b.example:8080', '[::1]:3000', 'xn--mnchen-3ya.de', '']) {
    const request = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    assert.equal((await sendRaw(address, request)).status, 200, host)
  }
})
