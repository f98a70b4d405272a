import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type TestContext, test } from 'node:test'
import { freePort } from '../../test/harness/service/ports.ts'
import { Qpr, QprError } from './src/index.ts'

const serve = async (t: TestContext, answer: RequestListener) => {
  const server = createServer(answer)
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return port
}

test('a redirect is not followed, and sends neither the key nor the body to another host', async (t) => {
  const received: string[] = []
  const elsewhere = await serve(t, (request, response) => {
    received.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"codes":[]}')
  })
  let asked = 0
  for (const status of [301, 302, 303, 307, 308]) {
    // Another host, and another path of the same one.
    for (const location of [`http://localhost:${elsewhere}/v1/qpr-codes`, '/v1/elsewhere']) {
      const port = await serve(t, (_request, response) => {
        asked += 1
        response.writeHead(status, { Location: location }).end()
      })
      const qpr = new Qpr({ apiKey: 'a-key-of-the-caller', baseUrl: `http://127.0.0.1:${port}` })
      for (const call of [
        () => qpr.codes.list(),
        () => qpr.codes.create({ name: 'A', prompt: 'B' }),
        () => qpr.events.stream().next(),
        () => qpr.resume('token').say('Hello?').next(),
      ]) {
        const error = await Promise.resolve(call()).catch((caught: unknown) => caught)
        assert.ok(error instanceof QprError, `${status} ${location}`)
        assert.deepEqual([error.status, error.code], [status, 'redirected'])
        assert.ok(error.message.includes(location))
      }
    }
  }
  assert.deepEqual(received, [])
  assert.equal(asked, 5 * 2 * 4, 'a redirect is not retried')
})

test('a redirect that a browser hides is an error too', async () => {
  const hidden = { ok: false, status: 0, type: 'opaqueredirect', headers: new Headers() }
  const qpr = new Qpr({ baseUrl: 'http://qpr.test', fetch: async () => hidden as Response })
  await assert.rejects(async () => await qpr.codes.list(), { code: 'redirected' })
})
