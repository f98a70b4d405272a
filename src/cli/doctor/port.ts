import { createServer } from 'node:net'
import type { Config } from '../../service/config/config.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Checks that the port is free or ours, and that the public address leads here. */
export const checkPort = async (config: Config): Promise<Finding[]> => {
  const taken = await listenError(config)
  if (taken === null) return [ok('port', `${config.PORT} is free; the service is not running`)]
  const isOurs = await answersHealth(`http://127.0.0.1:${config.PORT}`)
  if (!isOurs) {
    return [wrong('port', `${config.PORT} cannot be used (${taken}). Set PORT to another port.`)]
  }
  const reached = await answersHealth(config.QPR_BASE_URL)
  return [
    ok('port', `the service answers on ${config.PORT}`),
    reached
      ? ok('address', `${config.QPR_BASE_URL} leads to the service`)
      : wrong(
          'address',
          `${config.QPR_BASE_URL} does not answer. Check QPR_BASE_URL and the proxy.`,
        ),
  ]
}

/** The error code when the port cannot be used; otherwise null. */
export const listenError = (config: Config): Promise<string | null> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(config.PORT, config.HOST || undefined, () => probe.close(() => resolve(null)))
  })

const answersHealth = async (address: string): Promise<boolean> => {
  try {
    const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(5000) })
    const body = await response.json()
    return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
  } catch {
    return false
  }
}
