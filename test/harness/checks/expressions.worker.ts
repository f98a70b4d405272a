// Checks one expression after the other with recheck. Its JavaScript backend is the same on every
// platform.
process.env.RECHECK_BACKEND = 'pure'

import { parentPort } from 'node:worker_threads'
import type { Expression } from './expressions.ts'

const { checkSync } = await import('recheck')

parentPort?.on('message', ({ source, flags }: Expression) => {
  const found = checkSync(source, flags, { timeout: 30_000 })
  if (found.status === 'safe') return parentPort?.postMessage(null)
  const reason =
    found.status === 'vulnerable'
      ? `${found.complexity.summary}, ${found.attack.pattern}`
      : found.error.kind
  return parentPort?.postMessage(`${found.status}: ${reason}`)
})
