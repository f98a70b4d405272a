import type { LookupFunction } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import type { TargetGuard } from '../../platform/kit/target-guard.ts'

const idleMs = 1000

interface Connections {
  agent: Agent
  requests: number
  idleTimer?: NodeJS.Timeout
}

interface ConnectionsOptions {
  guard: TargetGuard
  timeoutMs: number
}

/**
 * Connections to websites. Each owner has its own, and its own look-ups: the dead name server or the
 * slow website of one must not delay another.
 */
export const createConnections = ({ guard, timeoutMs }: ConnectionsOptions) => {
  const owners = new Map<string, Connections>()
  let isClosed = false

  const open = async (owner: string): Promise<Connections> => {
    // With the first page, because Undici takes several megabytes and a tenth of the start.
    const { Agent, buildConnector } = await import('undici')
    const connect = async (options: buildConnector.Options, callback: buildConnector.Callback) => {
      // No look-up happens for an IP literal, so it is checked here too. Only a checked address is used.
      const addresses = await guard.addresses(options.hostname, owner)
      const lookup: LookupFunction = (_host, _how, found) => found(null, addresses)
      buildConnector({ lookup, autoSelectFamily: true, timeout: timeoutMs })(options, callback)
    }
    const agent = new Agent({
      connections: 2,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      connect: (options, callback) => {
        connect(options, callback).catch((error: Error) => callback(error, null))
      },
    })
    return { agent, requests: 0 }
  }

  const endWhenIdle = (owner: string, connections: Connections) => {
    connections.idleTimer = setTimeout(() => {
      owners.delete(owner)
      void connections.agent.destroy()
    }, 2 * idleMs).unref()
  }

  return {
    /** Runs the work with the connections of this owner. */
    async use<T>(owner: string, work: (agent: Agent) => Promise<T>): Promise<T> {
      const opened = owners.get(owner) ?? (await open(owner))
      // Another request of the owner may have been faster.
      const connections = owners.get(owner) ?? opened
      owners.set(owner, connections)
      clearTimeout(connections.idleTimer)
      connections.requests += 1
      try {
        return await work(connections.agent)
      } finally {
        connections.requests -= 1
        if (connections.requests === 0 && !isClosed) endWhenIdle(owner, connections)
      }
    },

    async close() {
      isClosed = true
      await Promise.all(
        [...owners.values()].map(({ agent, idleTimer }) => {
          clearTimeout(idleTimer)
          return agent.destroy()
        }),
      )
      owners.clear()
    },
  }
}
