// A push service and a chat tool of our own, and the browser that reads what a push service got.
import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Takes messages as push services and chat tools do. */
export const startTool = async (t: TestContext) => {
  const received: Received[] = []
  let status = 201
  const server = createServer(async (request, response) => {
    received.push({
      path: request.url ?? '',
      headers: request.headers,
      body: await buffer(request),
    })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answerWith: (next: number) => {
      status = next
    },
  }
}

/** A browser, which has a key pair and a secret. */
export const newBrowser = (endpoint: string, given?: { privateKey: string; auth: string }) => {
  const keys = createECDH('prime256v1')
  if (given) keys.setPrivateKey(Buffer.from(given.privateKey, 'base64url'))
  else keys.generateKeys()
  const auth = given ? Buffer.from(given.auth, 'base64url') : Buffer.alloc(16, 7)
  return {
    subscription: {
      endpoint,
      expirationTime: null,
      keys: {
        p256dh: keys.getPublicKey().toString('base64url'),
        auth: auth.toString('base64url'),
      },
    },
    /** Reads a message as RFC 8291 and RFC 8188 say. */
    read(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const length = body.readUInt8(20)
      const theirs = body.subarray(21, 21 + length)
      const sealed = body.subarray(21 + length)
      const derive = (secret: Uint8Array, by: Uint8Array, info: Buffer, bytes: number) =>
        Buffer.from(hkdfSync('sha256', secret, by, info, bytes))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs])
      const secret = derive(keys.computeSecret(theirs), auth, info, 32)
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      assert.equal(text.at(-1), 2)
      return text.subarray(0, -1).toString('utf8')
    },
  }
}
