import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { secondMs } from '../../kit/clock.ts'
import { answerClientError, connectionsOf } from '../connections.ts'

export interface SenderLimits {
  /** The time without a byte of the body. */
  idleMs: number
  /** The time before the rate counts. */
  graceMs: number
  /** The minimum average rate, which a slow line reaches. */
  bytesPerSecond: number
  /** The interval of the check. */
  checkMs: number
}

export const usualSenderLimits: SenderLimits = {
  idleMs: 10 * secondMs,
  graceMs: 10 * secondMs,
  bytesPerSecond: 8 * 1024,
  checkMs: secondMs,
}

interface Sending {
  /** Bytes of the connection at the start of the body, and at the last check. */
  first: number
  last: number
  /** How long the client has kept us waiting: in all, and since its last byte. */
  waitedMs: number
  idleMs: number
}

/**
 * Cuts off a client that sends its body too slowly: such a body would hold its memory and its place
 * among the large bodies for long. A limit of the whole time would refuse a file on a slow line.
 */
export const disconnectSlowSenders = (app: FastifyInstance, limits: SenderLimits) => {
  const { idleMs, graceMs, bytesPerSecond, checkMs } = limits
  const sending = new Map<IncomingMessage, Sending>()

  const isTooSlow = (request: IncomingMessage, progress: Sending, passedMs: number): boolean => {
    // Unread bytes: the client waits for us.
    if (request.readableLength > 0) return false
    const { bytesRead } = request.socket
    progress.waitedMs += passedMs
    progress.idleMs = bytesRead === progress.last ? progress.idleMs + passedMs : 0
    progress.last = bytesRead
    const earnedMs = ((bytesRead - progress.first) / bytesPerSecond) * secondMs
    return progress.idleMs >= idleMs || progress.waitedMs > graceMs + earnedMs
  }

  let checkedAt = performance.now()
  const check = () => {
    const now = performance.now()
    // A pause of this process is not the client's.
    const passedMs = Math.min(now - checkedAt, 2 * checkMs)
    checkedAt = now
    for (const [request, progress] of sending) {
      if (request.complete) sending.delete(request)
      else if (isTooSlow(request, progress, passedMs)) {
        sending.delete(request)
        answerClientError(tooSlow(), request.socket)
      }
    }
  }
  const timer = setInterval(check, checkMs).unref()

  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': coding } = raw.headers
    // A request of our own, such as that of a tool, has no connection.
    const isFromOutside = raw.socket instanceof Socket
    if (isFromOutside && !raw.complete && (coding !== undefined || Number(length) > 0)) {
      const { bytesRead } = raw.socket
      sending.set(raw, { first: bytesRead, last: bytesRead, waitedMs: 0, idleMs: 0 })
      raw.once('close', () => sending.delete(raw))
    }
    done()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

const tooSlow = () => Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

interface Reading {
  /** Bytes that the client had received at the last check. */
  taken: number
  at: number
}

/**
 * Disconnects a client that receives no byte for this time although data is waiting. Its response
 * stays in memory until then, and a connection without a reader could keep it for hours.
 */
export const disconnectSlowReaders = (app: FastifyInstance, patienceMs: number) => {
  const waiting = new WeakMap<Socket, Reading>()
  const connections = connectionsOf(app.server)

  const check = (connection: Socket) => {
    if (connection.writableLength === 0) {
      waiting.delete(connection)
      return
    }
    const now = performance.now()
    const taken = connection.bytesWritten - connection.writableLength
    const last = waiting.get(connection)
    if (last?.taken !== taken) waiting.set(connection, { taken, at: now })
    // Reset instead of end: an end would wait until the client has received the rest.
    else if (now - last.at >= patienceMs) connection.resetAndDestroy()
  }
  const timer = setInterval(() => {
    for (const connection of connections) check(connection)
  }, patienceMs / 4).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
