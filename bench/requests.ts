import type { Load } from './generator.ts'
import { apiKey, type RunningService } from './processes.ts'

export const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }

export interface Code {
  id: string
  short_id: string
}

export const createCode = async ({ address }: RunningService): Promise<Code> => {
  const response = await fetch(`${address}/v1/qpr-codes`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Table', prompt: 'You are the host.', metadata: { table: 1 } }),
  })
  return (await response.json()) as Code
}

export const scanOf = ({ short_id }: Code): Load['request'] => ({
  method: 'GET',
  path: `/s/${short_id}`,
  headers: {
    'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15',
    'Accept-Language': 'de-DE,de;q=0.9',
  },
})

/** Since the last call. */
export const eventLoopDelayMs = async (
  { address }: RunningService,
  which: 'p99' | 'max' = 'p99',
): Promise<number> => {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const line = new RegExp(`^nodejs_eventloop_lag_${which}_seconds (\\S+)`, 'm')
  return Number(line.exec(metrics)?.[1]) * 1000
}
