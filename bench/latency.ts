// A TCP proxy in a process of its own that delays every packet, in both directions, and counts bytes.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Latency {
  host: string
  port: number
  /** In each direction. */
  delayMs: number
}

let bytes = 0

const start = ({ host, port, delayMs }: Latency) => {
  const pass = (from: Socket, to: Socket) => {
    from.setNoDelay(true)
    from.on('data', (packet) => {
      bytes += packet.length
      if (delayMs === 0) to.write(packet)
      else setTimeout(() => to.write(packet), delayMs)
    })
    from.on('error', () => undefined)
    from.on('close', () => setTimeout(() => to.destroy(), delayMs))
  }
  const server = createServer((client) => {
    const target = connect(port, host)
    pass(client, target)
    pass(target, client)
  })
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ port: (server.address() as AddressInfo).port }),
  )
}

process.on('message', (order: Latency | 'count') => {
  if (order === 'count') process.send?.({ bytes })
  else start(order)
})
// The bench has ended.
process.on('disconnect', () => process.exit())
