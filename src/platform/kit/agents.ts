import { isIP, type LookupFunction } from 'node:net'
import type { Agent, buildConnector, Dispatcher } from 'undici'
import { secondMs } from './clock.ts'
import type { TargetGuard } from './target-guard.ts'

interface AgentsOptions {
  guard: TargetGuard
  /** The maximum time until a connection is open. */
  timeoutMs: number
  /** The maximum number of connections of an owner to one origin. */
  connections?: number | null
}

export type Agents = ReturnType<typeof createAgents>

// Servers close an idle connection after 5 s or more. Closing it earlier loses no request.
const idleMs = 4 * secondMs

/**
 * Connections to addresses that the guard has checked. Each owner has its own, and its own look-ups:
 * the dead name server or the slow website of one must not delay another.
 */
export const createAgents = ({ guard, timeoutMs, connections = null }: AgentsOptions) => {
  const agents = new Map<string, Agent>()
  let undici: Promise<typeof import('undici')> | undefined
  let isClosed = false
  /** The connection that is opened for the request that is being dispatched. */
  let opening: AbortController | null = null

  const connect = async (
    owner: string,
    options: buildConnector.Options,
    callback: buildConnector.Callback,
    signal: AbortSignal,
  ) => {
    // Also checks an IP literal, for which no look-up happens. The checked address is connected to.
    const addresses = await guard.addresses(options.hostname, owner)
    const lookup: LookupFunction = (_hostname, _options, found) => found(null, addresses)
    const { buildConnector } = await load()
    signal.throwIfAborted()
    const connectTo = buildConnector({
      allowH2: false,
      autoSelectFamily: true,
      timeout: timeoutMs,
      lookup,
      signal,
    })
    // TLS does not allow a trailing dot in a name.
    const servername = isIP(options.hostname) === 0 ? options.hostname.replace(/\.$/, '') : ''
    connectTo({ ...options, servername }, callback)
  }

  const open = (owner: string, { Agent }: typeof import('undici')): Agent => {
    const agent = new Agent({
      allowH2: false,
      connections,
      keepAliveTimeout: idleMs,
      // A server may request less.
      keepAliveMaxTimeout: idleMs,
      // The requests have their own time-out.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        opening = new AbortController()
        connect(owner, options, callback, opening.signal).catch((error: Error) =>
          callback(error, null),
        )
      },
    })
    const forget = () => {
      const isUnused = Object.keys(agent.stats).length === 0
      if (isUnused && agents.get(owner) === agent) agents.delete(owner)
    }
    agent.on('disconnect', forget).on('connectionError', forget)
    if (isClosed) void agent.destroy()
    return agent
  }

  /** Undici takes several megabytes and a tenth of the start, so it is loaded on first use. */
  const load = () => {
    undici ??= import('undici')
    return undici
  }

  return {
    async agentOf(owner: string): Promise<Agent> {
      const loaded = await load()
      const agent = agents.get(owner) ?? open(owner, loaded)
      agents.set(owner, agent)
      return agent
    },

    /**
     * Dispatches a request. If this opens a connection, returns a controller that ends it while it
     * is being opened; null for a connection that has carried an earlier request.
     */
    dispatch(
      agent: Agent,
      options: Dispatcher.DispatchOptions,
      handler: Dispatcher.DispatchHandler,
    ): AbortController | null {
      opening = null
      agent.dispatch(options, handler)
      return opening
    },

    /** Closes all connections; running requests fail. */
    async close() {
      isClosed = true
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}
