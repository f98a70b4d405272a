import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What the server says about itself; may be changed while it runs. */
export interface Claims {
  isWritable: boolean
  system: string | null
  timeline: number | null
  /** It accepts connections and says nothing. */
  isSilent?: boolean
}

const message = (kind: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const short = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * numbers.length)
  for (const [at, number] of numbers.entries()) bytes.writeInt16BE(number, 2 * at)
  return bytes
}

const long = (number: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(number)
  return bytes
}

const known = /transaction_read_only|pg_control_system|pg_walfile_name/
const ready = message('Z', Buffer.from('I'))
const textType = 25

const rowOf = (value: string): Buffer => {
  const column = [Buffer.from('value\0'), long(0), short(0), long(textType), short(-1), long(-1)]
  return Buffer.concat([
    message('T', Buffer.concat([short(1), ...column, short(0)])),
    message('D', Buffer.concat([short(1), long(value.length), Buffer.from(value)])),
    message('C', Buffer.from('SELECT 1\0')),
  ])
}

const notAllowed = message('E', Buffer.from('SERROR\0VERROR\0C42501\0Mpermission denied\0\0'))

const valueFor = (query: string, { isWritable, system, timeline }: Claims): string | null => {
  if (query.includes('transaction_read_only')) return isWritable ? 'off' : 'on'
  if (query.includes('pg_control_system')) return system
  const name = timeline?.toString(16).toUpperCase().padStart(8, '0')
  return name === undefined ? null : `${name}0000000000000001`
}

/** Answers what the service asks to find the primary, and closes the connection otherwise. */
export const startFakePostgres = async (
  t: { after(end: () => void): void },
  claims: Claims,
  port = 0,
) => {
  const sockets = new Set<Socket>()
  let answered = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.once('data', () => {
      if (claims.isSilent) return
      socket.write(Buffer.concat([message('R', long(0)), ready]))
      socket.on('data', (data) => {
        const query = data.toString('utf8', 5)
        if (data.toString('latin1', 0, 1) !== 'Q' || !known.test(query)) return socket.destroy()
        const value = valueFor(query, claims)
        answered += 1
        socket.write(Buffer.concat([value === null ? notAllowed : rowOf(value), ready]))
      })
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  t.after(stop)
  const { port: own } = server.address() as AddressInfo
  return { url: `postgres://qpr@127.0.0.1:${own}/qpr`, claims, stop, answered: () => answered }
}
