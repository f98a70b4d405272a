import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { patienceMs } from '../../../test/harness/eventually.ts'
import { closed } from '../../../test/harness/raw.ts'
import { systemClock } from '../../kit/clock.ts'
import { createSender, type Outgoing } from './sender.ts'
import { createTargetGuard, type TargetGuard } from './target-guard.ts'

/** For what is to run into the time-out; all else has more time than a busy machine needs. */
export const impatient = { timeoutMs: 300 }

/** May send to this machine, which every name leads to. */
export const everyNameHere = createTargetGuard({
  allowPrivate: true,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
})

interface SenderOptions {
  guard?: TargetGuard
  timeoutMs?: number
}

export const startSender = (t: TestContext, options: SenderOptions = {}) => {
  const defaults = { clock: systemClock, timeoutMs: 10_000, guard: everyNameHere }
  const sender = createSender({ ...defaults, ...options })
  t.after(() => sender.close())
  return {
    ...sender,
    post: (url: string, outgoing: Partial<Outgoing> = {}) =>
      sender.send({ url, headers: {}, body: '{"n":1}', ...outgoing }),
  }
}

/** A server that says byte by byte what the test likes. `connections` counts from 1. */
export const startRawServer = async (
  t: TestContext,
  accept: (socket: Socket, connection: number) => void,
) => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    // How the sender ends a connection is what tests look at.
    socket.on('error', () => undefined)
    accept(socket, sockets.push(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  t.after(close)
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, sockets, close }
}

/** Calls with the number of each request on a connection; each is expected to come in one piece. */
export const onRequests = (socket: Socket, answer: (number: number) => void) => {
  let number = 0
  socket.on('data', () => {
    number += 1
    answer(number)
  })
}

/** However, and whenever, the connection ended or ends. */
export const ended = async (socket: Socket | undefined) => {
  assert.ok(socket, 'a connection was made')
  if (socket.closed) return
  const late = once(AbortSignal.timeout(patienceMs), 'abort')
  await Promise.race([closed(socket), late.then(() => assert.fail('the connection stays open'))])
}

export const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
