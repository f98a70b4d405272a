import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ephemeral ports, so that no connection takes ours while a server restarts, and above
 * 10080, the highest port that `fetch` refuses.
 */
const lowest = 10_100
const ofEachProcess = 200
export const portParts = 110

/** The runner gives each of its processes another range. */
const part = Number(process.env.QPR_TEST_PORTS ?? process.pid % portParts)
const first = lowest + part * ofEachProcess
let taken = randomInt(ofEachProcess)

/** A free port. Each process takes from its own range, one after the other. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = first + (taken++ % ofEachProcess)
    if (await isFree(port)) return port
  }
}

const isFree = async (port: number): Promise<boolean> =>
  await new Promise((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
