import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createBounded } from '../../kit/bounded.ts'
import { hourMs } from '../../kit/clock.ts'
import { isWithin, networksOf } from '../../kit/ip.ts'
import { networkOf } from './address.ts'
import { privateNetworks, type TrustProxy } from './trusted-proxies.ts'

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
  found: (proxy: string) => void
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

const inner = networksOf(privateNetworks)

/**
 * Behind a proxy that QPR_TRUST_PROXY does not name, all visitors share the address of the proxy,
 * and a limit for one visitor would refuse the others. The limit is therefore raised and applies to
 * all of them together. Only a peer in the operator's own network can cause that.
 */
export const limitByAddress = (app: FastifyInstance, options: AddressLimitOptions) => {
  const warnedAt = createBounded<number>('proxies', { bytes: 2 ** 18 })

  const warn = (proxy: string) => {
    const now = performance.now()
    if (now < (warnedAt.get(proxy) ?? Number.NEGATIVE_INFINITY) + hourMs) return
    warnedAt.set(proxy, now)
    options.found(proxy)
  }

  const isUntrustedProxy = (peer: string, { headers }: FastifyRequest): boolean =>
    headersOfProxies.some((name) => headers[name] !== undefined) &&
    isWithin(inner, peer) &&
    !options.trustProxy(peer, 0)

  app.decorateRequest('addressLimit', {
    getter(this: FastifyRequest): AddressLimit {
      const peer = (this.socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '')
      if (!isUntrustedProxy(peer, this)) return { address: networkOf(this.ip), times: 1 }
      warn(peer)
      return { address: networkOf(peer), times: options.times }
    },
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly addressLimit: AddressLimit
  }
}
