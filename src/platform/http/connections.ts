import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const known = new WeakMap<Server, Set<Socket>>()

/** The open connections of a server. Shared, because each listener is kept for every connection. */
export const connectionsOf = (server: Server): ReadonlySet<Socket> => {
  const connections = known.get(server)
  if (connections) return connections
  const open = new Set<Socket>()
  known.set(server, open)
  function remove(this: Socket) {
    open.delete(this)
  }
  server.on('connection', (connection) => {
    open.add(connection)
    connection.on('close', remove)
  })
  return open
}
