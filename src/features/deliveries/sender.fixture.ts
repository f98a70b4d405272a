import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { patienceMs } from '../../../test/harness/checks/eventually.ts'
import { closed } from '../../../test/harness/service/raw.ts'
import { systemClock } from '../../platform/kit/clock.ts'
import { createTargetGuard, type TargetGuard } from '../../platform/kit/target-guard.ts'
import { createSender, type Outgoing } from './sender.ts'

/** For requests that must time out. All others have enough time for a busy machine. */
export const impatient = { timeoutMs: 300 }

/** Allows sending to this machine, to which every name resolves. */
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

/** A server whose bytes the test controls. `connections` counts from 1. */
export const startRawServer = async (
  t: TestContext,
  accept: (socket: Socket, connection: number) => void,
) => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    // Tests observe how the sender ends a connection, so errors are expected.
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

/**
 * Calls `answer` with the number of each request on a connection. Each request must arrive in one
 * piece.
 */
export const onRequests = (socket: Socket, answer: (number: number) => void) => {
  let number = 0
  socket.on('data', () => {
    number += 1
    answer(number)
  })
}

/** Resolves when the connection has ended, in any way. */
export const ended = async (socket: Socket | undefined) => {
  assert.ok(socket, 'a connection was made')
  if (socket.closed) return
  const late = once(AbortSignal.timeout(patienceMs), 'abort')
  await Promise.race([closed(socket), late.then(() => assert.fail('the connection stays open'))])
}

export const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
