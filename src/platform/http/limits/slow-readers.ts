import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { connectionsOf } from '../connections.ts'

interface Progress {
  /** Bytes that the client had received at the last check. */
  taken: number
  at: number
}

/**
 * Disconnects a client that receives no byte for this time although data is waiting. Its response
 * stays in memory until then, and a connection without a reader could keep it for hours.
 */
export const disconnectSlowReaders = (app: FastifyInstance, patienceMs: number) => {
  const waiting = new WeakMap<Socket, Progress>()
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
