import { networkInterfaces } from 'node:os'
import { CommandError } from './command.ts'

/** The address under which other machines of the network reach this one. */
export const lanAddress = (): string => {
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
  // Home and office networks first: a container bridge (172.17.…) is no use to a phone.
  const [best] = addresses.sort((a, b) => preference(a) - preference(b))
  if (!best) throw new CommandError('This machine has no network address. Start without --lan.')
  return best
}

const preference = (address: string): number =>
  ['192.168.', '10.', '172.'].findIndex((prefix) => address.startsWith(prefix)) + 1 || 4
