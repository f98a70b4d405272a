// The parts of the hosts file and of resolv.conf that `dns.Resolver` ignores. A file is read again when
// it has changed: a hosts file of a hundred thousand lines takes too long for each look-up.
import { readFileSync, statSync } from 'node:fs'
import { isIP, isIPv4 } from 'node:net'
import type { NamedAddress } from './names.ts'

/** As in the system resolver. */
const maxSearched = 6

const loopback: NamedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Addresses from the hosts file and of localhost; empty for a name that needs DNS. */
export const addressesInFile = (hostname: string, hostsFile: string): NamedAddress[] => {
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
export const candidatesOf = (hostname: string, resolverFile: string): string[] => {
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
