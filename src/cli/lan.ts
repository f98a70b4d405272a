import { networkInterfaces } from 'node:os'
import { CommandError } from './command.ts'

/** The address of this machine for other machines in the network. */
export const lanAddress = (): string => {
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
  // Home and office networks first: a phone cannot reach a container bridge (172.17.…).
  const [best] = addresses.sort((a, b) => preference(a) - preference(b))
  if (!best) throw new CommandError('This machine has no network address. Start without --lan.')
  return best
}

const preference = (address: string): number =>
  ['192.168.', '10.', '172.'].findIndex((prefix) => address.startsWith(prefix)) + 1 || 4
