// Sends requests from a separate thread, to keep the event loop of the service free.
import { Agent, request } from 'node:http'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

export interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  body: Uint8Array | null
}

export interface Received {
  status: number
  /** The beginning of the body. */
  text: string
}

const maxText = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 32 })

const send = ({ method, url, headers, body }: Sent): Promise<Received> =>
  new Promise((resolve) => {
    const failed = (error: Error) => resolve({ status: 0, text: error.message })
    const sending = request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      let length = 0
      const finish = () => {
        const text = Buffer.concat(chunks).toString('utf8').slice(0, maxText)
        resolve({ status: response.statusCode ?? 0, text })
      }
      response.on('data', (chunk: Buffer) => {
        if (length < maxText) chunks.push(chunk)
        length += chunk.length
        // A stream is endless, so read only its beginning.
        if (!response.headers['content-type']?.startsWith('text/event-stream')) return
        finish()
        sending.destroy()
      })
      response.on('end', finish).on('error', failed)
    })
    sending.on('error', failed)
    if (body) sending.write(body)
    sending.end()
  })

if (!isMainThread) {
  parentPort?.on('message', async ({ id, sent }: { id: number; sent: Sent }) => {
    parentPort?.postMessage({ id, received: await send(sent) })
  })
}

export const startSender = () => {
  const worker = new Worker(new URL(import.meta.url))
  const waiting = new Map<number, (received: Received) => void>()
  let lastId = 0
  worker.on('message', ({ id, received }: { id: number; received: Received }) => {
    waiting.get(id)?.(received)
    waiting.delete(id)
  })
  return {
    send: (sent: Sent): Promise<Received> =>
      new Promise((resolve) => {
        lastId += 1
        waiting.set(lastId, resolve)
        worker.postMessage({ id: lastId, sent })
      }),
    async stop() {
      await worker.terminate()
    },
  }
}

export type Sender = ReturnType<typeof startSender>
