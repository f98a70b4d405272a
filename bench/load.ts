// A load of its own process: N keep-alive connections, each sending the next request when the
// answer to the last has arrived. Raw sockets, so that the load costs as little as it can.
import { connect, type Socket } from 'node:net'

export interface Load {
  port: number
  connections: number
  durationMs: number
  /** At most so many requests a second over all connections; as fast as it goes when omitted. */
  perSecond?: number
  /** Sent over and over; `{n}` becomes a number of its own for each request. */
  request: { method: string; path: string; headers: Record<string, string>; body?: string }
}

export interface LoadResult {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers that were not 2xx. */
  failures: number
}

const run = (load: Load): Promise<LoadResult> => {
  const latencies: number[] = []
  let failures = 0
  let sent = 0
  const startedAt = performance.now()
  const endsAt = startedAt + load.durationMs

  const numbered = (text: string) => text.replaceAll('{n}', String(sent))
  const compose = (): string => {
    sent += 1
    const body = numbered(load.request.body ?? '')
    const path = numbered(load.request.path)
    const headers = { Host: 'localhost', 'Content-Length': Buffer.byteLength(body) }
    const lines = Object.entries({ ...headers, ...load.request.headers })
    return (
      `${load.request.method} ${path} HTTP/1.1\r\n` +
      `${lines.map(([name, value]) => `${name}: ${numbered(String(value))}\r\n`).join('')}\r\n${body}`
    )
  }
  const fixed = JSON.stringify(load.request).includes('{n}') ? null : compose()

  const intervalMs = load.perSecond ? (load.connections / load.perSecond) * 1000 : 0

  const drive = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0
      let received = ''
      const next = () => {
        const waitMs = sentAt + intervalMs - performance.now()
        if (waitMs > 0) {
          setTimeout(next, waitMs)
          return
        }
        if (performance.now() >= endsAt) {
          socket.destroy()
          resolve()
          return
        }
        sentAt = performance.now()
        socket.write(fixed ?? compose())
      }
      socket.setEncoding('latin1')
      socket.setNoDelay(true)
      socket.on('error', reject)
      socket.on('connect', next)
      socket.on('data', (chunk: string) => {
        received += chunk
        const headEnd = received.indexOf('\r\n\r\n')
        if (headEnd === -1) return
        const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1]
        if (received.length < headEnd + 4 + Number(length ?? 0)) return
        if (received.charAt(9) !== '2') failures += 1
        received = ''
        latencies.push(performance.now() - sentAt)
        next()
      })
    })

  const sockets = Array.from({ length: load.connections }, () => connect(load.port, '127.0.0.1'))
  return Promise.all(sockets.map(drive)).then(() => {
    latencies.sort((a, b) => a - b)
    const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
    return {
      perSecond: (latencies.length / (performance.now() - startedAt)) * 1000,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      failures,
    }
  })
}

process.on('message', async (load: Load) => {
  process.send?.(await run(load))
  process.disconnect()
})
