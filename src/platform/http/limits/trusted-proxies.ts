import { isWithin, networksOf } from '../../kit/ip.ts'

const loopback = ['127.0.0.0/8', '::1']

/** Address ranges of the operator's own proxies. Clients on the public Internet have none of these. */
export const privateNetworks = [
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
