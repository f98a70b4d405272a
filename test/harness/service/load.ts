// Visitors and programs that use any process, for the duration of a test.

import { setTimeout as wait } from 'node:timers/promises'
import { testKey } from './process.ts'

interface LoadOptions {
  /** The addresses of all processes; each request goes to another one. */
  addresses: string[]
  shortId: string
  writers?: number
  scanners?: number
  talkers?: number
}

export interface Talked {
  messageId: string
  /** The process that received the request and runs the answer. */
  address: string
  startedAt: number
}

const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }
const bodyOf = (body: object) => ({ method: 'POST', headers, body: JSON.stringify(body) })
/** A frozen process must not block the load forever. */
const patience = () => AbortSignal.timeout(20_000)

export const startLoad = (options: LoadOptions) => {
  const { addresses, shortId, writers = 4, scanners = 4, talkers = 3 } = options
  /** Everything that was acknowledged. */
  const codes: string[] = []
  let scans = 0
  const talks: Talked[] = []
  const statuses = new Map<number, number>()
  let unanswered = 0
  let isStopped = false
  let turn = 0

  const next = (): string => {
    turn += 1
    return addresses[turn % addresses.length] ?? ''
  }

  const ask = async (url: string, init: RequestInit = {}): Promise<string | null> => {
    try {
      const response = await fetch(url, { ...init, signal: patience() })
      const text = await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      if (response.ok) return text
    } catch {
      unanswered += 1
    }
    await wait(50)
    return null
  }

  const write = async () => {
    const text = await ask(`${next()}/v1/qpr-codes`, bodyOf({ name: 'Harbour', prompt: 'A host.' }))
    if (text) codes.push(JSON.parse(text).id)
  }

  const scan = async () => {
    if (await ask(`${next()}/s/${shortId}`)) scans += 1
  }

  const talk = async () => {
    const address = next()
    const opened = await ask(`${address}/s/${shortId}/conversations`, { method: 'POST' })
    if (!opened) return
    const { token } = JSON.parse(opened)
    const startedAt = performance.now()
    const said = await ask(`${address}/c/${token}/messages`, bodyOf({ text: 'Hello?' }))
    if (said) talks.push({ messageId: JSON.parse(said).message_id, address, startedAt })
    await wait(200)
  }

  const repeat = async (step: () => Promise<void>) => {
    while (!isStopped) await step()
  }
  const all = [
    ...Array.from({ length: writers }, () => repeat(write)),
    ...Array.from({ length: scanners }, () => repeat(scan)),
    ...Array.from({ length: talkers }, () => repeat(talk)),
  ]

  return {
    codes,
    talks,
    statuses,
    scans: () => scans,
    /** Requests without a response: their effect may have happened. */
    unanswered: () => unanswered,
    async stop() {
      isStopped = true
      await Promise.all(all)
    },
  }
}

export type Load = ReturnType<typeof startLoad>
