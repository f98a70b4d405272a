import { BlockList, isIP, isIPv4 } from 'node:net'
import { secondMs } from '../../kit/clock.ts'
import { ipv6Groups } from '../../kit/ip.ts'
import { createNames, type NamedAddress, type ResolveName } from '../../kit/names.ts'

/** Keeps deliveries out of the network that the service itself stands in. */
export interface TargetGuard {
  /**
   * Why this URL may not be a target, as a sentence, or null. A name that does not resolve (yet)
   * is accepted: every attempt looks again.
   */
  refusal(url: URL, owner?: string): Promise<string | null>
  /**
   * For connecting: those addresses of a host name, or of a literal, that are allowed. Rejects with
   * TargetRefused when none is. `owner`: on whose behalf, because look-ups are shared out fairly.
   */
  addresses(hostname: string, owner?: string): Promise<NamedAddress[]>
}

/** Its message is a sentence for the owner of the webhook. */
export class TargetRefused extends Error {}

/** How long a caller who registers a webhook waits for a slow name server. */
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
    // Whatever a name server says of it, RFC 6761 makes localhost this machine.
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

/** Does not tell to which address a name leads: that would map the inner network for outsiders. */
const refused = (host: string) =>
  new TargetRefused(
    isIP(host) === 0
      ? `The host ${host} has a private address, and private targets are not allowed.`
      : `The address ${host} is private, and private targets are not allowed.`,
  )

/** Whether others than this machine and its own network can reach the host of this URL. */
export const isPublicHost = (baseUrl: string): boolean => {
  const host = bare(new URL(baseUrl).hostname).replace(/\.$/, '')
  if (isIP(host) !== 0) return isGlobal(host)
  return (
    host.includes('.') && !isLocalhost(host) && !/\.(local|internal|lan|home\.arpa)$/.test(host)
  )
}

/** Without the brackets that a URL puts around IPv6. */
const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

const isLocalhost = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host)

const listOf = (type: 'ipv4' | 'ipv6', networks: string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), type)
  }
  return list
}

// The special-purpose registries of IANA: what is not meant for the public Internet.
const innerV4 = listOf('ipv4', [
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
])

/**
 * Addresses that look public and lead to the platform that the service runs on: what answers there
 * trusts every machine of the platform.
 */
const platformV4 = listOf('ipv4', [
  // Azure: the wire server, which hands out certificates and settings of the machine.
  '168.63.129.16/32',
  // Google Cloud: the private and restricted ways to its APIs.
  '199.36.153.4/30',
  '199.36.153.8/30',
  // IBM Cloud: service endpoints within the private network.
  '161.26.0.0/16',
  '166.8.0.0/14',
])

// All else, and so every way to write an IPv4 address as IPv6, lies outside of this.
const outerV6 = listOf('ipv6', ['2000::/3'])

const innerV6 = listOf('ipv6', [
  // Teredo and ORCHID among others.
  '2001::/23',
  '2001:db8::/32',
  // 6to4: the next 32 bits are an IPv4 address.
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
])

const isGlobal = (address: string): boolean => {
  // A zone names an interface of this machine.
  if (address.includes('%')) return false
  if (isIPv4(address)) {
    return !innerV4.check(address, 'ipv4') && !platformV4.check(address, 'ipv4')
  }
  if (!outerV6.check(address, 'ipv6') || innerV6.check(address, 'ipv6')) return false
  return !isIsatap(address)
}

/** RFC 5214: the last 64 bits name an IPv4 address of the site, below any prefix. */
const isIsatap = (address: string): boolean => {
  const [, , , , first, second] = ipv6Groups(address) ?? []
  return second === 0x5efe && (first === 0 || first === 0x200)
}
