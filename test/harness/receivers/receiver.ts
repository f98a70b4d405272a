import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { patienceMs } from '../checks/eventually.ts'

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** Names and values in turn, as they were sent. */
  rawHeaders: string[]
  body: string
  raw: Buffer
  at: number
  socket: Socket
}

/** Only a status, or a whole response. */
type Answer = number | { status: number; headers?: Record<string, string>; body?: string | Buffer }
type Answering = Answer | ((request: Received, number: number) => Answer | Promise<Answer>)
type Handler = (request: Received, response: ServerResponse) => void

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/**
 * A real receiver of webhooks, which answers 200 unless told otherwise:
 *
 *     receiver.answerWith((request, number) => (number <= 2 ? 500 : 200)) // the first is 1
 *     receiver.handleWith((request, response) => response.destroy())
 *     const [first, second] = await receiver.waitFor(2)
 */
export const startReceiver = async (
  t: { after(end: () => unknown): void },
  answering: Answering = 200,
) => {
  const requests: Received[] = []
  const arrivals = new EventEmitter()
  // A test may start many waits at once.
  arrivals.setMaxListeners(0)
  let connections = 0
  let handle: Handler = handlerOf(answering)

  const server = createServer(async (request, response) => {
    const raw = await buffer(request).catch(() => null)
    // The sender disconnected while sending.
    if (!raw) return
    const received: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body: raw.toString('utf8'),
      raw,
      at: Date.now(),
      socket: request.socket,
    }
    requests.push(received)
    handle(received, response)
    arrivals.emit('request')
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    server,
    /** The number of connections ever made. */
    connections: () => connections,
    answerWith(next: Answering) {
      handle = handlerOf(next)
    },
    handleWith(next: Handler) {
      handle = next
    },
    /** Waits for this number of requests, as long as they keep arriving. */
    async waitFor(count: number): Promise<Received[]> {
      while (requests.length < count) {
        const signal = AbortSignal.timeout(patienceMs)
        await once(arrivals, 'request', { signal }).catch(() =>
          assert.fail(`${requests.length} of ${count} requests came`),
        )
      }
      return requests
    },
  }
}

const handlerOf = (answering: Answering): Handler => {
  let number = 0
  return async (request, response) => {
    number += 1
    const answer = typeof answering === 'function' ? await answering(request, number) : answering
    const {
      status,
      headers = {},
      body = '',
    } = typeof answer === 'number' ? { status: answer } : answer
    response.writeHead(status, headers).end(body)
  }
}
