// Requests at a fixed rate, whether or not earlier ones are answered, in a process of its own.
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'

export interface OpenLoad {
  address: string
  kind: 'scan' | 'message'
  shortId: string
  perSecond: number
  durationMs: number
}

export interface OpenResult {
  sent: number
  failures: number
  /** Bytes between visitors and the service, in both directions. */
  bytes: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 2000 })
const sockets = new Set<Socket>()

const send = (url: string, method: string, body?: object): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = {
      'User-Agent': `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) Visitor/${Math.random()}`,
      'Accept-Language': 'de-DE,de;q=0.9',
      ...(body && { 'Content-Type': 'application/json' }),
    }
    const outgoing = request(url, { method, headers, agent }, resolve)
    outgoing.on('socket', (socket) => sockets.add(socket))
    outgoing.on('error', reject)
    outgoing.end(body && JSON.stringify(body))
  })

/** Reads a response to its end, or to this event. */
const read = async (response: IncomingMessage, until?: string): Promise<string> => {
  if ((response.statusCode ?? 500) >= 400) throw new Error(`status ${response.statusCode}`)
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk
    if (until && text.includes(until)) break
    if (until && text.includes('event: error')) throw new Error('the answer failed')
  }
  return text
}

const visit: Record<OpenLoad['kind'], (load: OpenLoad) => Promise<void>> = {
  async scan({ address, shortId }) {
    await read(await send(`${address}/s/${shortId}`, 'GET'))
  },
  async message({ address, shortId }) {
    const opened = await read(await send(`${address}/s/${shortId}/conversations`, 'POST', {}))
    const { token } = JSON.parse(opened) as { token: string }
    await read(await send(`${address}/c/${token}/messages`, 'POST', { text: 'Where?' }))
    await read(await send(`${address}/c/${token}/events`, 'GET'), 'event: finish')
  },
}

const run = async (load: OpenLoad): Promise<OpenResult> => {
  const startedAt = performance.now()
  const visits: Promise<void>[] = []
  let failures = 0
  const total = Math.round((load.perSecond * load.durationMs) / 1000)
  while (visits.length < total) {
    const due = Math.min(total, ((performance.now() - startedAt) / 1000) * load.perSecond)
    while (visits.length < due) {
      visits.push(
        visit[load.kind](load).catch(() => {
          failures += 1
        }),
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(visits)
  const bytes = [...sockets].reduce((sum, one) => sum + one.bytesRead + one.bytesWritten, 0)
  return { sent: total, failures, bytes }
}

process.on('message', async (load: OpenLoad) => {
  process.send?.(await run(load))
  process.exit()
})
