import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * In front of a TCP server: holds every packet of a client until `pass` has resolved, and passes the
 * answers on at once.
 */
export const startGate = async (
  t: { after(end: () => void): void },
  url: string,
  pass: (packet: Buffer) => Promise<void>,
) => {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(Number(port), hostname)
    let order = Promise.resolve()
    client.on('data', (packet) => {
      order = order.then(() => pass(packet)).then(() => void target.write(packet))
    })
    target.pipe(client)
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return through.href
}
