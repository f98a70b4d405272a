import { isIPv4 } from 'node:net'
import { ipv4In, ipv6Groups } from '../../kit/ip.ts'

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
