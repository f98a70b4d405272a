import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { ended, impatient, startRawServer, startSender } from './sender.fixture.ts'

// Its own authority, for hook.example, until 2120.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBMdn+pYTaX1QyZQ5
oZXqUcsUZw7MhbjcccpT5RqZFuahRANCAATYsWdaoWTgfSab+I+3vTdIfMhrvtJ/
8dDK6iCFaRCRvex0YtWtIG1t881JjdN69uEt2lmRkzK8F37Q+l9tpl+W
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBaTCCARCgAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxob29rLmV4
YW1wbGUwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBcxFTATBgNV
BAMMDGhvb2suZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNixZ1qh
ZOB9Jpv4j7e9N0h8yGu+0n/x0MrqIIVpEJG97HRi1a0gbW3zzUmN03r24S3aWZGT
MrwXftD6X22mX5ajSzBJMBcGA1UdEQQQMA6CDGhvb2suZXhhbXBsZTAPBgNVHRMB
Af8EBTADAQH/MB0GA1UdDgQWBBTtFVXYAOqqHZ35W6BAMseJJY5PajAKBggqhkjO
PQQDAgNHADBEAiBse7NjlfVC/hDj+lYB97LOp7YgnWsoPo8MVHdDn+DQ9gIgQYkr
T0JkUO1qsTyg83LMd4Cd+53TBW2OPPd1J+r4NbU=
-----END CERTIFICATE-----`

const startSecureReceiver = async (t: TestContext) => {
  const names: string[] = []
  const server = createServer({ key, cert }, (request, response) => {
    if (request.socket instanceof TLSSocket) names.push(String(request.socket.servername))
    request.resume().on('end', () => response.end('safe'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, names }
}

test('a certificate of an unknown authority is a failure', async (t) => {
  const { port, names } = await startSecureReceiver(t)
  const { error } = await startSender(t).post(`https://hook.example:${port}`)
  assert.equal(error, 'The certificate was not accepted: self-signed certificate.')
  assert.deepEqual(names, [])
})

test('a valid certificate is accepted only for its own name', async (t) => {
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, cert])
  t.after(() => setDefaultCACertificates(known))
  const { port, names } = await startSecureReceiver(t)
  const { post } = startSender(t)
  for (const host of ['hook.example', 'HOOK.example', 'hook.example.']) {
    const { error, responseBody } = await post(`https://${host}:${port}`)
    assert.deepEqual({ error, responseBody }, { error: null, responseBody: 'safe' })
  }
  assert.deepEqual(names, ['hook.example', 'hook.example', 'hook.example'])
  for (const host of ['other.example', '127.0.0.1']) {
    const { error } = await post(`https://${host}:${port}`)
    assert.equal(error, `The certificate was not accepted: it is not for ${host}.`)
  }
  assert.equal(names.length, 3)
})

test('a receiver that does not speak TLS is a failure', async (t) => {
  const plain = await startReceiver(t)
  const { error } = await startSender(t).post(plain.url.replace('http:', 'https:'))
  assert.equal(error, 'No secure connection could be made: check that the receiver supports HTTPS.')
})

test('a receiver that never finishes the handshake times out', async (t) => {
  const server = await startRawServer(t, (socket) => socket.resume())
  const { error } = await startSender(t, impatient).post(`https://127.0.0.1:${server.port}`)
  assert.equal(error, 'No answer within 300 ms.')
  await ended(server.sockets[0])
})
