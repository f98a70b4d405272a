import { signalAfter } from './browser.ts'
import { lang } from './dom.ts'
import { path } from './state.ts'

export interface Reply<T> {
  /** 0 if there was no response. */
  status: number
  data: T & { code?: string; detail?: string }
  retryMs: number
}

const leastPatienceMs = 6000
const maxPatienceMs = 30_000

/**
 * How long to wait for a response. It is short at first, because a connection may be dead without
 * an error and the next one works. It grows, because a network may be very slow.
 */
export let patienceMs = leastPatienceMs

export const losePatience = () => {
  patienceMs = Math.min(patienceMs * 2, maxPatienceMs)
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

/** About this conversation. */
export const askTalk = <T = unknown>(method: string, what = '', input?: object) =>
  ask<T>(method, path(what), input)
