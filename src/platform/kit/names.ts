import { promises as dns } from 'node:dns'
import { secondMs } from './clock.ts'
import { createNameFiles } from './names.files.ts'
import { createTurnstile } from './turnstile.ts'

export interface NamedAddress {
  address: string
  family: 4 | 6
}

/** All addresses of a host name. The look-up is counted for its owner. */
export type ResolveName = (
  hostname: string,
  owner: string,
) => Promise<{ address: string; family: number }[]>

interface NamesOptions {
  /** Addresses of name servers. Empty: those of the system. */
  servers?: string[]
  hostsFile?: string
  resolverFile?: string
  /** The maximum time of a look-up, including its time in the queue. */
  deadlineMs?: number
  /** The maximum number of cached answers. */
  mostKept?: number
}

const usualDeadlineMs = 4 * secondMs
/** With less time left no query is sent. */
const leastMs = 100
/** The maximum time that an answer is cached, even if its time to live is longer. */
const mostKeptMs = 30 * secondMs
const failureKeptMs = 5 * secondMs
const usualMostKept = 1000
/** The maximum number of concurrent look-ups of an owner. Further ones wait. */
const mostOfOwner = 20

interface Kept {
  answer: Promise<NamedAddress[]>
  /** Unset while the look-up is running. */
  until?: number
}

interface Found {
  addresses: NamedAddress[]
  ttlSeconds: number
}

/**
 * Resolves host names without the threads that `dns.lookup` shares with the whole process: the dead
 * name server of one owner must not delay the look-ups of another. Each look-up has its own sockets
 * and deadline. The hosts file and search domains work as in `dns.lookup`.
 */
export const createNames = (options: NamesOptions = {}) => {
  const { servers = [], deadlineMs = usualDeadlineMs, mostKept = usualMostKept } = options
  const files = createNameFiles(options.hostsFile, options.resolverFile)
  const kept = new Map<string, Kept>()
  const turns = createTurnstile(mostOfOwner)

  const ask = async (resolver: dns.Resolver, name: string): Promise<Found | Error> => {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(name, { ttl: true }),
      resolver.resolve6(name, { ttl: true }),
    ])
    const addresses = [
      ...(v4.status === 'fulfilled' ? v4.value.map((one) => ({ ...one, family: 4 as const })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((one) => ({ ...one, family: 6 as const })) : []),
    ]
    if (addresses.length > 0) {
      const ttlSeconds = Math.min(...addresses.map(({ ttl }) => ttl))
      return {
        addresses: addresses.map(({ address, family }) => ({ address, family })),
        ttlSeconds,
      }
    }
    return v4.status === 'rejected' ? v4.reason : (v6 as PromiseRejectedResult).reason
  }

  /** Queries one candidate after the other until one has an address. */
  const askAll = async (
    resolver: dns.Resolver,
    candidates: string[],
    deadline: number,
  ): Promise<Found> => {
    let failure: Error = notFound(candidates[0] ?? '')
    for (const name of candidates) {
      if (performance.now() > deadline) break
      const found = await ask(resolver, name)
      if (!(found instanceof Error)) return found
      failure = found
    }
    throw failure
  }

  const lookUp = async (hostname: string, owner: string): Promise<Found> => {
    const known = files.addressesOf(hostname)
    if (known.length > 0) return { addresses: known, ttlSeconds: failureKeptMs / secondMs }
    const resolver = new dns.Resolver({ timeout: Math.ceil(deadlineMs / 3), tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    const { promise: late, reject } = Promise.withResolvers<never>()
    // The rejection may come after the race, or before it is awaited.
    late.catch(() => undefined)
    const deadline = performance.now() + deadlineMs
    const timer = setTimeout(() => reject(timedOut(hostname)), deadlineMs)
    const turn = turns.enter(owner)
    try {
      await Promise.race([turn.entered, late])
      if (performance.now() > deadline - leastMs) throw timedOut(hostname)
      return await Promise.race([askAll(resolver, files.candidatesOf(hostname), deadline), late])
    } finally {
      clearTimeout(timer)
      resolver.cancel()
      turn.leave()
    }
  }

  const remember = (hostname: string, owner: string): Promise<NamedAddress[]> => {
    const entry: Kept = { answer: Promise.resolve([]) }
    const keep = (ms: number) => {
      entry.until = performance.now() + ms
    }
    entry.answer = lookUp(hostname, owner).then(
      ({ addresses, ttlSeconds }) => {
        keep(Math.min(ttlSeconds * secondMs, mostKeptMs))
        return addresses
      },
      (error) => {
        keep(failureKeptMs)
        throw error
      },
    )
    // Evicts the oldest entry.
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '')
    kept.set(keyOf(hostname, owner), entry)
    return entry.answer
  }

  return (hostname: string, owner: string): Promise<NamedAddress[]> => {
    const name = hostname.toLowerCase()
    const key = keyOf(name, owner)
    const entry = kept.get(key)
    if (entry && (entry.until === undefined || entry.until > performance.now())) return entry.answer
    kept.delete(key)
    return remember(name, owner)
  }
}

// Not shared between owners, because one would wait in the queue of the other.
const keyOf = (hostname: string, owner: string): string => `${owner} ${hostname}`

const failed = (code: string, hostname: string) =>
  Object.assign(new Error(`queryA ${code} ${hostname}`), { code, hostname })

const notFound = (hostname: string) => failed('ENOTFOUND', hostname)
const timedOut = (hostname: string) => failed('ETIMEOUT', hostname)
