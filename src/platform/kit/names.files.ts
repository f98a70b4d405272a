import { readFileSync } from 'node:fs'
import { isIP, isIPv4 } from 'node:net'
import { secondMs } from './clock.ts'
import type { NamedAddress } from './names.ts'

/** The files are small. They are read again, so that a change takes effect without a restart. */
const rereadMs = 5 * secondMs
/** As in the system resolver. */
const mostSearched = 6

const loopback: NamedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** The parts of the hosts file and of resolv.conf that the system resolver would use. */
export const createNameFiles = (hostsFile = '/etc/hosts', resolverFile = '/etc/resolv.conf') => {
  const hosts = reread(hostsFile, parseHosts)
  const search = reread(resolverFile, parseSearch)

  return {
    /** Addresses from the hosts file and of localhost; empty for a name that needs DNS. */
    addressesOf(hostname: string): NamedAddress[] {
      const name = hostname.replace(/\.$/, '').toLowerCase()
      const known = hosts().get(name)
      if (known) return known
      return name === 'localhost' || name.endsWith('.localhost') ? loopback : []
    },

    /** The names to query in DNS, in this order. */
    candidatesOf(hostname: string): string[] {
      if (hostname.endsWith('.')) return [hostname]
      const { domains, dots } = search()
      const searched = domains.map((domain) => `${hostname}.${domain}`)
      return hostname.split('.').length > dots ? [hostname, ...searched] : [...searched, hostname]
    },
  }
}

const reread = <T>(path: string, parse: (text: string) => T): (() => T) => {
  let value: T | undefined
  let readAt = 0
  return () => {
    if (value === undefined || performance.now() - readAt >= rereadMs) {
      readAt = performance.now()
      value = parse(textOf(path))
    }
    return value
  }
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The file is missing on some systems, and a name can be resolved without it.
    return ''
  }
}

/** The words of each line, without comments. */
const linesOf = (text: string): string[][] =>
  text.split('\n').map((line) => {
    const [words = ''] = line.split(/[#;]/, 1)
    return words.split(/\s+/).filter((word) => word !== '')
  })

const parseHosts = (text: string): Map<string, NamedAddress[]> => {
  const hosts = new Map<string, NamedAddress[]>()
  for (const [address = '', ...names] of linesOf(text)) {
    if (isIP(address) === 0) continue
    const named: NamedAddress = { address, family: isIPv4(address) ? 4 : 6 }
    for (const name of names.map((one) => one.toLowerCase())) {
      hosts.set(name, [...(hosts.get(name) ?? []), named])
    }
  }
  return hosts
}

const parseSearch = (text: string): { domains: string[]; dots: number } => {
  let domains: string[] = []
  let dots = 1
  for (const [keyword, ...words] of linesOf(text)) {
    // The last entry wins.
    if (keyword === 'search' || keyword === 'domain') domains = words.slice(0, mostSearched)
    const given = words.find((word) => keyword === 'options' && word.startsWith('ndots:'))
    if (given) dots = Math.min(15, Number(given.slice('ndots:'.length)) || 0)
  }
  return { domains: domains.filter((domain) => domain !== '.'), dots }
}
