import { isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createBounded } from '../../kit/bounded.ts'
import { dayMs, hourMs } from '../../kit/clock.ts'
import { ipv4In, ipv6Groups, isWithin, networksOf } from '../../kit/ip.ts'
import type { Db, LoggedBase } from '../../store/database.ts'
import { countHit } from '../../store/rate-windows.ts'

/** The address that a limit counts, and the factor for that limit. */
export interface AddressLimit {
  address: string
  times: number
}

interface AddressLimitOptions {
  trustProxy: TrustProxy
  /** The factor by which a limit is raised for an untrusted proxy. */
  times: number
  /** Called when an untrusted proxy is in front of the service, at most once an hour. */
  found: (proxy: string, isNew: boolean) => void
}

export const headersOfProxies = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'via',
]

/**
 * Behind a proxy that QPR_TRUST_PROXY does not name, all visitors share the address of the proxy,
 * and a limit for one visitor would refuse the others. The limit is therefore raised and applies to
 * all of them together. Only a peer in the operator's own network can cause that.
 */
export const limitByAddress = (app: FastifyInstance, options: AddressLimitOptions) => {
  const inner = networksOf(privateNetworks)
  const foundAt = createBounded<number>('proxies', { bytes: 2 ** 18 })

  const report = (proxy: string) => {
    const now = performance.now()
    const last = foundAt.get(proxy)
    if (last !== undefined && now < last + hourMs) return
    foundAt.set(proxy, now)
    options.found(proxy, last === undefined)
  }

  const isUntrustedProxy = (peer: string, { headers }: FastifyRequest): boolean =>
    headersOfProxies.some((name) => headers[name] !== undefined) &&
    isWithin(inner, peer) &&
    !options.trustProxy(peer, 0)

  app.decorateRequest('addressLimit', {
    getter(this: FastifyRequest): AddressLimit {
      const peer = (this.socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '')
      if (!isUntrustedProxy(peer, this)) return { address: networkOf(this.ip), times: 1 }
      report(peer)
      return { address: networkOf(peer), times: options.times }
    },
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly addressLimit: AddressLimit
  }
}

/**
 * The unit that an address limit counts: an IPv4 address, or the /64 of an IPv6 address, because a
 * customer of a provider can use any of the 2^64 addresses in it. An IPv4-mapped IPv6 address
 * counts as IPv4. Any other text counts as it is.
 */
export const networkOf = (ip: string): string => {
  const address = withoutPort(ip.trim())
  const groups = ipv6Groups(address)
  if (!groups) return address.slice(0, 100)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return ipv4In(groups[6], groups[7])
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/**
 * Some proxies add the port to X-Forwarded-For. A new connection must not count as a new address.
 */
const withoutPort = (address: string): string => {
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(address) ?? []
  if (bracketed) return bracketed
  const [host = '', port, ...more] = address.split(':')
  return port !== undefined && more.length === 0 && isIPv4(host) ? host : address
}

const loopback = ['127.0.0.0/8', '::1']

/** Address ranges of the operator's own proxies. Clients on the public Internet have none of these. */
const privateNetworks = [
  ...loopback,
  ...['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  ...['fc00::/7', 'fe80::/10'],
]

/** As published at https://www.cloudflare.com/ips/ in 2026; the list changes every few years. */
const cloudflare = [
  ...['173.245.48.0/20', '103.21.244.0/22', '103.22.200.0/22', '103.31.4.0/22', '141.101.64.0/18'],
  ...['108.162.192.0/18', '190.93.240.0/20', '188.114.96.0/20', '197.234.240.0/22'],
  ...['198.41.128.0/17', '162.158.0.0/15', '104.16.0.0/13', '104.24.0.0/14', '172.64.0.0/13'],
  ...['131.0.72.0/22', '2400:cb00::/32', '2606:4700::/32', '2803:f800::/32', '2405:b500::/32'],
  ...['2405:8100::/32', '2a06:98c0::/29', '2c0f:f248::/32'],
]

const named: Record<string, string[]> = { loopback, private: privateNetworks, cloudflare }

/** Whether to trust this address, which is the given number of hops away. */
export type TrustProxy = (address: string, hop: number) => boolean

/**
 * The items of QPR_TRUST_PROXY: addresses, networks and names of networks, or the number of proxies
 * in front of the service. A number trusts any address, for platforms whose proxies have none of
 * their own.
 */
export const trustProxies = (items: string[]): TrustProxy => {
  const [first = ''] = items
  if (/^\d+$/.test(first)) return (_, hop) => hop < Number(first)
  const networks = networksOf(items.flatMap((item) => named[item] ?? [item]))
  return (address) => isWithin(networks, address)
}

const prefix = 'untrusted proxy '

/** Logs a new proxy, and stores it for a day for `qpr doctor`. */
export const reportProxy =
  ({ database, clock, log }: LoggedBase) =>
  (proxy: string, isNew: boolean) => {
    if (isNew) {
      log.warn(
        { proxy },
        'a proxy that QPR_TRUST_PROXY does not name forwards visitors: they share one limit',
      )
    }
    database
      .transaction(({ db }) => countHit(db, `${prefix}${proxy}`, clock.now() + dayMs))
      .catch((error) => log.debug({ err: error }, 'the proxy could not be stored for qpr doctor'))
  }

/** Untrusted proxies that forwarded a request within the last day. */
export const listUntrustedProxies = async (db: Db, now: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('rate_windows')
    .select('id')
    .where('id', 'like', `${prefix}%`)
    .where('expires_at', '>', now)
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id.slice(prefix.length))
}
