import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** In front of any TCP server: a network that can fail like real networks. */
export const startProxy = async (t: TestContext, address: string) => {
  const { hostname, port } = new URL(address)
  const pairs = new Set<[browser: Socket, service: Socket]>()
  let isUp = true
  let isSilent = false

  const server = createServer((browser) => {
    if (!isUp) return browser.destroy()
    const service = connect(Number(port), hostname)
    const pair: [Socket, Socket] = [browser, service]
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        for (const one of pair) one.destroy()
      })
    }
    if (!isSilent) browser.pipe(service).pipe(browser)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const cut = () => {
    for (const sockets of pairs) for (const socket of sockets) socket.destroy()
  }
  t.after(() => {
    cut()
    server.close()
  })

  const freeze = () => {
    for (const [browser, service] of pairs) {
      browser.unpipe()
      service.unpipe()
      service.pause()
    }
  }
  const own = (server.address() as AddressInfo).port

  return {
    address: `http://localhost:${own}`,
    /** The same address through this proxy. */
    through(url: string): string {
      const changed = new URL(url)
      changed.hostname = '127.0.0.1'
      changed.port = String(own)
      return changed.href
    },
    /** From now on nothing passes, without an error: a phone that has left the Wi-Fi. */
    freeze,
    /** The same, and new connections open and stay silent too: a firewall that drops packets. */
    silence() {
      isSilent = true
      freeze()
    },
    /** New connections work again; earlier ones stay silent. */
    speak() {
      isSilent = false
    },
    /** Connections break, and new ones are refused: a service that is down. */
    down() {
      isUp = false
      cut()
    },
    up() {
      isUp = true
    },
  }
}
