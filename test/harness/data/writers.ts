import { EventEmitter, once } from 'node:events'
import { testKey } from '../service/process.ts'

export interface Refusal {
  status: number
  headers: Headers
  text: string
}

/** Clients that create codes without a pause, each until it is stopped or loses its connection. */
export const startWriters = (address: string, count = 16) => {
  /** The ids of all codes whose creation was answered with 200. */
  const acknowledged: string[] = []
  const refusals: Refusal[] = []
  const news = new EventEmitter()
  let isStopped = false

  const write = async () => {
    while (!isStopped) {
      const answer = await createCode(address)
      if (!answer) return
      if (answer.status === 200) acknowledged.push(JSON.parse(answer.text).id)
      else refusals.push(answer)
      news.emit('answer')
    }
  }
  const done = Promise.all(Array.from({ length: count }, write))

  const waitFor = async (answers: unknown[], more: number) => {
    const enough = answers.length + more
    const signal = AbortSignal.timeout(60_000)
    while (answers.length < enough) await once(news, 'answer', { signal })
  }

  return {
    acknowledged,
    refusals,
    done,
    /** Waits for this number of further responses of a kind. */
    acknowledges: (more: number) => waitFor(acknowledged, more),
    refuses: (more: number) => waitFor(refusals, more),
    async stop() {
      isStopped = true
      await done
    },
  }
}

/** Null when there was no response. */
const createCode = async (address: string): Promise<Refusal | null> => {
  try {
    const response = await fetch(`${address}/v1/qpr-codes`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Harbour Hotel', prompt: 'You are the concierge.' }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch {
    return null
  }
}
