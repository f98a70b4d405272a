import { isIP, isIPv4 } from 'node:net'
import { secondMs } from './clock.ts'
import { ipv6Groups, isWithin, networksOf } from './ip.ts'
import { createNames, type NamedAddress, type ResolveName } from './names.ts'

/** Keeps deliveries out of the service's own network. */
export interface TargetGuard {
  /**
   * Why this URL must not be a target, as a sentence, or null. A name that does not resolve yet is
   * accepted, because every attempt checks again.
   */
  refusal(url: URL, owner?: string): Promise<string | null>
  /**
   * The allowed addresses of a host name or IP literal, for connecting. Rejects with TargetRefused
   * when none is allowed. `owner` is counted, because look-ups are shared fairly.
   */
  addresses(hostname: string, owner?: string): Promise<NamedAddress[]>
}

/** The message is a sentence for the owner of the webhook. */
export class TargetRefused extends Error {}

/** The maximum wait for a slow name server when a webhook is registered. */
const patience = () => new Promise((resolve) => setTimeout(resolve, 3 * secondMs).unref())

interface GuardOptions {
  allowPrivate: boolean
  resolve?: ResolveName
}

export const createTargetGuard = ({
  allowPrivate,
  resolve = createNames(),
}: GuardOptions): TargetGuard => {
  const addresses = async (hostname: string, owner = ''): Promise<NamedAddress[]> => {
    const host = bare(hostname)
    // By RFC 6761 localhost is this machine, regardless of name servers.
    if (!allowPrivate && isLocalhost(host)) throw refused(host)
    const found = isIP(host) === 0 ? await resolve(host, owner) : [{ address: host }]
    const allowed = found.filter(({ address }) => allowPrivate || isGlobal(address))
    if (allowed.length === 0) throw refused(host)
    return allowed.map(({ address }) => ({ address, family: isIPv4(address) ? 4 : 6 }))
  }

  const refusal = async ({ hostname }: URL, owner?: string): Promise<string | null> => {
    try {
      await Promise.race([addresses(hostname, owner), patience()])
      return null
    } catch (error) {
      return error instanceof TargetRefused ? error.message : null
    }
  }

  return { addresses, refusal }
}

/**
 * Does not reveal the address of a name, because outsiders could map the internal network with it.
 */
const refused = (host: string) =>
  new TargetRefused(
    isIP(host) === 0
      ? `The host ${host} has a private address, and private targets are not allowed.`
      : `The address ${host} is private, and private targets are not allowed.`,
  )

/** Whether machines outside the own network can reach the host of this URL. */
export const isPublicHost = (baseUrl: string): boolean => {
  const host = bare(new URL(baseUrl).hostname).replace(/\.$/, '')
  if (isIP(host) !== 0) return isGlobal(host)
  return (
    host.includes('.') && !isLocalhost(host) && !/\.(local|internal|lan|home\.arpa)$/.test(host)
  )
}

/** Without the brackets of IPv6 in a URL. */
const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

const isLocalhost = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host)

// IANA's special-purpose registries: not for the public Internet.
const inner = networksOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Includes Teredo and ORCHID.
  '2001::/23',
  '2001:db8::/32',
  // 6to4: the next 32 bits are an IPv4 address.
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
])

/**
 * Addresses that look public but lead to the platform of the service: these endpoints trust every
 * machine of the platform.
 */
const platform = networksOf([
  // Azure: the wire server, which provides certificates and settings of the machine.
  '168.63.129.16/32',
  // Google Cloud: private and restricted access to its APIs.
  '199.36.153.4/30',
  '199.36.153.8/30',
  // IBM Cloud: service endpoints in the private network.
  '161.26.0.0/16',
  '166.8.0.0/14',
])

// Everything else is outside this range, including all notations of IPv4 as IPv6.
const outerV6 = networksOf(['2000::/3'])

const isGlobal = (address: string): boolean => {
  // A zone names an interface of this machine.
  if (address.includes('%')) return false
  if (!isIPv4(address) && (!outerV6.check(address, 'ipv6') || isIsatap(address))) return false
  return !isWithin(inner, address) && !isWithin(platform, address)
}

/** RFC 5214: the last 64 bits contain an IPv4 address of the site, below any prefix. */
const isIsatap = (address: string): boolean => {
  const [, , , , first, second] = ipv6Groups(address) ?? []
  return second === 0x5efe && (first === 0 || first === 0x200)
}
