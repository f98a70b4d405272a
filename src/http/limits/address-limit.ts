import { BlockList } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createBounded } from '../../kit/bounded.ts'
import { hourMs } from '../../kit/clock.ts'
import { networkOf } from './address.ts'

/** Whom a limit per address counts, and how many times that limit is allowed. */
export interface AddressLimit {
  address: string
  times: number
}

interface AddressLimitOptions {
  trustProxy: string[]
  /** How many times a limit per address is allowed to a proxy that is not trusted. */
  times: number
  /** A proxy that is not trusted stands before the service. Told again once an hour. */
  found: (proxy: string) => void
}

const headersOfProxies = [
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

export const listOf = (networks: string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const type = typeOf(address)
    if (bits === undefined) list.addAddress(address, type)
    else list.addSubnet(address, Number(bits), type)
  }
  return list
}

export const typeOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4')

// Where a proxy of the operator's own stands. A client on the public Internet has none of these.
const inner = listOf([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
])

/**
 * Behind a proxy that QPR_TRUST_PROXY does not name, all visitors have the address of the proxy: a
 * limit that is meant for one of them would refuse the others. So it becomes a larger limit for
 * all of them together. Only a peer of the operator's own network can cause that.
 */
export const limitByAddress = (app: FastifyInstance, options: AddressLimitOptions) => {
  const trusted = listOf(options.trustProxy)
  const toldAt = createBounded<number>('proxies', { bytes: 2 ** 18 })

  const tell = (proxy: string) => {
    const now = performance.now()
    if (now < (toldAt.get(proxy) ?? Number.NEGATIVE_INFINITY) + hourMs) return
    toldAt.set(proxy, now)
    options.found(proxy)
  }

  const isUntrustedProxy = (peer: string, { headers }: FastifyRequest): boolean =>
    headersOfProxies.some((name) => headers[name] !== undefined) &&
    inner.check(peer, typeOf(peer)) &&
    !trusted.check(peer, typeOf(peer))

  app.decorateRequest('addressLimit', {
    getter(this: FastifyRequest): AddressLimit {
      const peer = (this.socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '')
      if (!isUntrustedProxy(peer, this)) return { address: networkOf(this.ip), times: 1 }
      tell(peer)
      return { address: networkOf(peer), times: options.times }
    },
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly addressLimit: AddressLimit
  }
}
