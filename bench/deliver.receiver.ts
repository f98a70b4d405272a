// A fast receiver in a separate process. It records the delay of each delivery after its event.
import { createServer } from 'node:http'

export interface ReceiverStats {
  received: number
  p50Ms: number
  p95Ms: number
}

let latencies: number[] = []
let received = 0
let awaited: { count: number; tell: () => void } | undefined

const server = createServer((request, response) => {
  // No response: the timeout of the sender ends it.
  if (request.url === '/hang') return
  let body = ''
  request.setEncoding('latin1')
  request.on('data', (chunk: string) => {
    body += chunk
  })
  request.on('end', () => {
    response.end('ok')
    received += 1
    const createdAt = /"created_at":"([^"]+)"/.exec(body)?.[1]
    if (createdAt) latencies.push(Date.now() - Date.parse(createdAt))
    if (awaited && received >= awaited.count) awaited.tell()
  })
})
server.keepAliveTimeout = 60_000

const stats = (): ReceiverStats => {
  const sorted = latencies.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { received, p50Ms: at(0.5), p95Ms: at(0.95) }
}

type Order = { kind: 'reset' } | { kind: 'stats' } | { kind: 'await'; count: number }

process.on('message', (order: Order) => {
  if (order.kind === 'await' && received < order.count) {
    awaited = { count: order.count, tell: () => process.send?.(stats()) }
    return
  }
  process.send?.(stats())
  if (order.kind === 'reset') {
    latencies = []
    received = 0
    awaited = undefined
  }
})

server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
