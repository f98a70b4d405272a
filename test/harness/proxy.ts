import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** Between a browser and the service: a network that can die in the ways that networks do. */
export const startProxy = async (t: TestContext, address: string) => {
  const { hostname, port } = new URL(address)
  const pairs = new Set<[browser: Socket, service: Socket]>()
  let isUp = true

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
    browser.pipe(service).pipe(browser)
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

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From now on nothing passes, and nobody is told: a phone that has left the Wi-Fi. */
    freeze() {
      for (const [browser, service] of pairs) {
        browser.unpipe()
        service.unpipe()
        service.pause()
      }
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
