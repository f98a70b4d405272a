import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address in any notation; null for anything else. */
export const ipv6Groups = (ip: string): number[] | null => {
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return null
  // The URL parser normalizes every notation, including dotted IPv4 endings.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const left = [...head]
  const right = [...(tail ?? [])]
  const zeros = Array(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

/** The IPv4 address in two groups of an IPv6 address. */
export const ipv4In = (high = 0, low = 0): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.')
