import { signalAfter } from './browser.ts'
import { lang } from './dom.ts'

export interface Reply<T> {
  /** 0: nobody was reached. */
  status: number
  data: T & { detail?: string }
  retryMs: number
}

const leastPatienceMs = 6000
const mostPatienceMs = 30_000

/**
 * How long an answer is waited for. A connection may be dead without a word, and the next one is
 * alive: so it is short at first. A network may be very slow: so it grows.
 */
export let patienceMs = leastPatienceMs

export const losePatience = () => {
  patienceMs = Math.min(patienceMs * 2, mostPatienceMs)
}

export const ask = async <T = unknown>(
  method: string,
  path: string,
  input?: object,
): Promise<Reply<T>> => {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        'Accept-Language': lang,
        ...(input && { 'Content-Type': 'application/json' }),
      },
      body: input ? JSON.stringify(input) : null,
      signal: signalAfter(patienceMs),
    })
    const text = await response.text()
    patienceMs = leastPatienceMs
    return {
      status: response.status,
      data: JSON.parse(text || '{}'),
      retryMs: Number(response.headers.get('Retry-After')) * 1000,
    }
  } catch {
    losePatience()
    return { status: 0, data: {} as Reply<T>['data'], retryMs: 0 }
  }
}
