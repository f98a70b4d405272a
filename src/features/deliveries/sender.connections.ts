import { isIP, Socket } from 'node:net'
import buildConnector from 'undici/lib/core/connect.js'
import Client from 'undici/lib/dispatcher/client.js'
import { secondMs } from '../../platform/kit/clock.ts'
import type { NamedAddress } from '../../platform/kit/names.ts'
import type { TargetGuard } from '../../platform/kit/target-guard.ts'

// Receivers close an idle connection after 5 s or more. Closing it earlier loses no request.
const mostIdleMs = 4 * secondMs

/** An Undici client with at most one request, and therefore one socket, at a time. */
export interface Connection {
  origin: string
  /** The owner for whom the host name is looked up. */
  owner: string
  client: Client
  socket: Socket | undefined
  isIdle: boolean
  /** Whether its socket has carried an earlier request. */
  isUsed: boolean
}

export type Connections = ReturnType<typeof createConnections>

/**
 * Managed here instead of in an Undici pool: an attempt must be able to end its own connection,
 * even while it is being opened, and to get a new one.
 */
export const createConnections = (guard: TargetGuard) => {
  const all = new Set<Connection>()
  const idle = new Map<string, Connection[]>()

  const connectTo = buildConnector({
    allowH2: false,
    timeout: 0,
    // Requests all addresses, and tries them in turn.
    autoSelectFamily: true,
    // The addresses that were checked for the connection that is being opened.
    lookup: (_hostname, _options, callback) => {
      const addresses = checked
      process.nextTick(() => callback(null, addresses))
    },
  })
  let checked: NamedAddress[] = []

  const connect = async (
    connection: Connection,
    options: buildConnector.Options,
    callback: buildConnector.Callback,
  ) => {
    connection.isUsed = false
    const isLiteral = isIP(options.hostname) !== 0
    // An IP literal is checked here, because no look-up happens for it.
    const addresses = await guard.addresses(options.hostname, connection.owner)
    if (connection.client.destroyed) return
    // TLS does not allow a trailing dot in a name.
    const servername = isLiteral ? '' : options.hostname.replace(/\.$/, '')
    // `connectTo` requests the addresses before it returns.
    checked = addresses
    // The type declaration omits the return value; it is the socket.
    const socket: unknown = connectTo({ ...options, servername }, callback)
    checked = []
    if (socket instanceof Socket) connection.socket = socket
  }

  const open = (origin: string, owner = ''): Connection => {
    const client = new Client(origin, {
      allowH2: false,
      keepAliveTimeout: mostIdleMs,
      // A receiver may request less.
      keepAliveMaxTimeout: mostIdleMs,
      // The attempt has its own time-out.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        connect(connection, options, callback).catch((error: Error) => callback(error, null))
      },
    })
    const connection: Connection = {
      origin,
      owner,
      client,
      socket: undefined,
      isIdle: false,
      isUsed: false,
    }
    client.on('disconnect', () => {
      if (connection.isIdle) forget(connection)
    })
    all.add(connection)
    return connection
  }

  const forget = (connection: Connection) => {
    all.delete(connection)
    const others = idle.get(connection.origin)?.filter((other) => other !== connection) ?? []
    if (others.length > 0) idle.set(connection.origin, others)
    else idle.delete(connection.origin)
  }

  const destroy = async (connection: Connection) => {
    forget(connection)
    const destroyed = connection.client.destroy()
    // While it is connecting, the client does not know its socket yet.
    connection.socket?.destroy()
    await destroyed
  }

  return {
    open,
    destroy,
    take(origin: string, owner = ''): Connection {
      const connection = idle.get(origin)?.pop()
      if (!connection) return open(origin, owner)
      connection.owner = owner
      connection.isIdle = false
      return connection
    },
    giveBack(connection: Connection) {
      connection.isIdle = true
      connection.isUsed = true
      const others = idle.get(connection.origin)
      if (others) others.push(connection)
      else idle.set(connection.origin, [connection])
    },
    async close() {
      await Promise.all([...all].map(destroy))
    },
  }
}
