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

/** Ports of services that have stopped, while they are reused. */
let stopped: number[] | undefined

/**
 * While a browser is open, a service takes the port of one that has stopped. The browser then has the
 * compiled scripts of the Studio already: it keeps them by address.
 */
export const reuseServicePorts = (isReusing: boolean) => {
  stopped = isReusing ? [] : undefined
}

/** The port of a service in this process, and how to give it back. */
export const takeServicePort = async () => {
  const known = stopped?.pop()
  // A receiver may have taken it meanwhile.
  const port = known !== undefined && (await isFree(known)) ? known : await freePort()
  return { port, giveBack: () => void stopped?.push(port) }
}

const isFree = async (port: number): Promise<boolean> =>
  await new Promise((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
