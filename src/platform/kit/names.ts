import { promises as dns } from 'node:dns'
import { readFileSync, statSync } from 'node:fs'
import { isIP, isIPv4 } from 'node:net'
import { secondMs } from './clock.ts'
import { createSlots } from './slots.ts'

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
}

const defaultDeadlineMs = 4 * secondMs
/** With less time left no query is sent. */
const minMs = 100
/** The maximum number of concurrent look-ups of an owner. Further ones wait. */
const maxOfOwner = 20

/**
 * Resolves host names without the threads that `dns.lookup` shares with the whole process: the dead
 * name server of one owner must not delay the look-ups of another. The hosts file and search
 * domains work as in `dns.lookup`.
 */
export const createNames = (options: NamesOptions = {}) => {
  const { servers = [], deadlineMs = defaultDeadlineMs } = options
  const { hostsFile = '/etc/hosts', resolverFile = '/etc/resolv.conf' } = options
  const running = new Map<string, Promise<NamedAddress[]>>()
  const inTurn = createTurns(maxOfOwner)

  /** Queries one candidate after the other until one has an address. */
  const query = async (hostname: string, deadline: number): Promise<NamedAddress[]> => {
    const resolver = new dns.Resolver({ timeout: Math.ceil(deadlineMs / 3), tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    const leftMs = Math.max(0, deadline - performance.now())
    const timer = setTimeout(() => resolver.cancel(), leftMs)
    try {
      let failure: unknown
      for (const name of candidatesOf(hostname, resolverFile)) {
        if (deadline - performance.now() < minMs) throw timedOut(hostname)
        const found = await ask(resolver, name)
        if (Array.isArray(found)) return found
        failure = found
      }
      throw failure
    } finally {
      clearTimeout(timer)
    }
  }

  const lookUp = async (hostname: string, owner: string): Promise<NamedAddress[]> => {
    const known = addressesInFile(hostname, hostsFile)
    if (known.length > 0) return known
    const deadline = performance.now() + deadlineMs
    return await inTurn(owner, () => query(hostname, deadline))
  }

  /** Parallel requests for the same name share a look-up. */
  return (hostname: string, owner: string): Promise<NamedAddress[]> => {
    const name = hostname.toLowerCase()
    // Not shared between owners, because one would wait in the queue of the other.
    const key = `${owner} ${name}`
    const found = running.get(key) ?? lookUp(name, owner).finally(() => running.delete(key))
    running.set(key, found)
    return found
  }
}

/** The addresses of both families, or why there are none. */
const ask = async (resolver: dns.Resolver, name: string): Promise<NamedAddress[] | Error> => {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  if (v4.status === 'rejected' && v6.status === 'rejected') return v4.reason
  const addressesV4 = v4.status === 'fulfilled' ? v4.value : []
  const addressesV6 = v6.status === 'fulfilled' ? v6.value : []
  return [
    ...addressesV4.map((address) => ({ address, family: 4 as const })),
    ...addressesV6.map((address) => ({ address, family: 6 as const })),
  ]
}

/** Runs at most `max` tasks of an owner at a time. The others wait in order. */
const createTurns = (max: number) => {
  const owners = new Map<string, ReturnType<typeof createSlots>>()
  return async <T>(owner: string, task: () => Promise<T>): Promise<T> => {
    const slots = owners.get(owner) ?? createSlots(max)
    owners.set(owner, slots)
    await slots.acquire()
    try {
      return await task()
    } finally {
      slots.release()
      if (slots.free() === max) owners.delete(owner)
    }
  }
}

const timedOut = (hostname: string) =>
  Object.assign(new Error(`queryA ETIMEOUT ${hostname}`), { code: 'ETIMEOUT', hostname })

// The parts of the hosts file and of resolv.conf that `dns.Resolver` ignores. A file is read again when
// it has changed: a hosts file of a hundred thousand lines takes too long for each look-up.

/** As in the system resolver. */
const maxSearched = 6

const loopback: NamedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Addresses from the hosts file and of localhost; empty for a name that needs DNS. */
const addressesInFile = (hostname: string, hostsFile: string): NamedAddress[] => {
  const name = hostname.replace(/\.$/, '')
  const found = linesOf(hostsFile).flatMap(([address = '', ...names]): NamedAddress[] =>
    isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name)
      ? [{ address, family: isIPv4(address) ? 4 : 6 }]
      : [],
  )
  if (found.length > 0) return found
  return /(^|\.)localhost$/.test(name) ? loopback : []
}

/** The names to query in DNS, in this order. */
const candidatesOf = (hostname: string, resolverFile: string): string[] => {
  if (hostname.endsWith('.')) return [hostname]
  const lines = linesOf(resolverFile)
  // The last entry counts.
  const search = lines.findLast(([keyword]) => keyword === 'search' || keyword === 'domain')
  const domains = search?.slice(1, 1 + maxSearched).filter((domain) => domain !== '.') ?? []
  const searched = domains.map((domain) => `${hostname}.${domain}`)
  const options = lines.filter(([keyword]) => keyword === 'options').flat()
  const dots = options.findLast((option) => option.startsWith('ndots:'))?.slice('ndots:'.length)
  const isSearchedLast = hostname.split('.').length > Number(dots ?? 1)
  return isSearchedLast ? [hostname, ...searched] : [...searched, hostname]
}

/** The files that were read, by their paths: the hosts file and resolv.conf. */
const known = new Map<string, { changedAt: number; lines: string[][] }>()

/** The words of each line, without comments. */
const linesOf = (path: string): string[][] => {
  const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const before = known.get(path)
  if (before?.changedAt === changedAt) return before.lines
  const lines = textOf(path)
    .split('\n')
    .map((line) =>
      line
        .replace(/[#;].*/, '')
        .trim()
        .split(/\s+/),
    )
  known.set(path, { changedAt, lines })
  return lines
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The file is missing on some systems, and a name can be resolved without it.
    return ''
  }
}
