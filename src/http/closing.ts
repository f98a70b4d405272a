import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const lookMs = 50

/**
 * Closing waits for answers, not for connections: one that is kept alive after its last answer, or
 * that never asked anything, would hold up the end until it times out.
 */
export const hangUpWhenClosing = (app: FastifyInstance) => {
  const connections = new Set<Socket>()
  app.server.on('connection', (connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  let timer: NodeJS.Timeout | undefined

  app.addHook('preClose', async () => {
    timer = setInterval(() => {
      app.server.closeIdleConnections()
      // Node counts those who have not said a word yet among the busy ones.
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy()
    }, lookMs)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
