// The load comes from autocannon in a process of its own.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Load {
  port: number
  connections: number
  durationMs: number
  /** Maximum requests a second over all connections; unlimited when omitted. */
  perSecond?: number
  /** Sent repeatedly; `{n}` becomes a different number in each request. */
  request: { method: string; path: string; headers: Record<string, string>; body?: string }
}

export interface LoadResult {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Responses that were neither 2xx nor 304. */
  failures: number
}

export const applyLoad = async (load: Load): Promise<LoadResult> => {
  const child = fork(fileURLToPath(new URL('autocannon.ts', import.meta.url)))
  child.send(load)
  const [result] = await once(child, 'message')
  return result as LoadResult
}
