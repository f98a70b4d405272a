// Checks one expression after the other with recheck. Its JavaScript backend is the same on every
// platform.
process.env.RECHECK_BACKEND = 'pure'

import { parentPort } from 'node:worker_threads'
import type { Expression } from './expressions.ts'

const { checkSync } = await import('recheck')

/**
 * Only the limits of characters that are read decide: with recheck's limits of time, an expression is
 * called slow where the machine is.
 */
const untimed = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
}

parentPort?.on('message', ({ source, flags }: Expression) => {
  const found = checkSync(source, flags, untimed)
  if (found.status === 'safe') return parentPort?.postMessage(null)
  const reason =
    found.status === 'vulnerable'
      ? `${found.complexity.summary}, ${found.attack.pattern}`
      : found.error.kind
  return parentPort?.postMessage(`${found.status}: ${reason}`)
})
