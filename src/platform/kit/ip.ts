import { BlockList, isIPv6 } from 'node:net'

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

/** Addresses and networks such as `10.0.0.0/8`, of both families. */
export const networksOf = (networks: string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const type = typeOf(address)
    if (bits === undefined) list.addAddress(address, type)
    else list.addSubnet(address, Number(bits), type)
  }
  return list
}

/** An IPv4 address that arrives over IPv6 counts as IPv4. */
export const isWithin = (networks: BlockList, address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return networks.check(plain, typeOf(plain))
}

const typeOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4')
