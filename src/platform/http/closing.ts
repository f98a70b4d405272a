import type { FastifyInstance } from 'fastify'
import { connectionsOf } from './connections.ts'

const lookMs = 50

/**
 * Closing waits for responses, not for connections: a kept-alive or unused connection would delay
 * it until its time-out.
 */
export const hangUpWhenClosing = (app: FastifyInstance) => {
  const connections = connectionsOf(app.server)
  let timer: NodeJS.Timeout | undefined

  app.addHook('preClose', async () => {
    timer = setInterval(() => {
      app.server.closeIdleConnections()
      // Node counts connections that have not sent a byte as busy.
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
    }, lookMs)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
