import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { nearestDirectory, requireWritable } from '../../platform/kit/writable.ts'
import type { Config } from '../../service/config/config.ts'
import { secretFile } from '../../service/installation.ts'
import { type Finding, ok, reason, wrong } from './finding.ts'

const enoughBytes = 500 * 1024 * 1024

/** Checks that the directory is writable, has free space, and does not expose the secret. */
export const checkDataDir = (config: Config): Finding[] => {
  const directory = resolve(config.QPR_DATA_DIR)
  try {
    requireWritable(directory)
    if (existsSync(directory)) tryToWrite(directory)
  } catch (error) {
    return [wrong('data', `${directory} is not writable: ${reason(error)}. Set QPR_DATA_DIR.`)]
  }
  const state = existsSync(directory) ? 'is writable' : 'will be created at the first start'
  return [
    ok('data', `${directory} ${state}`),
    checkDisk(nearestDirectory(directory)),
    ...checkSecret(config),
  ]
}

/** Network file systems may refuse what the permission bits allow. */
const tryToWrite = (directory: string) => {
  const probe = join(directory, `.doctor-${randomUUID()}`)
  writeFileSync(probe, 'x')
  rmSync(probe)
}

const checkDisk = (directory: string): Finding => {
  const { bavail, bsize } = statfsSync(directory)
  const free = bavail * bsize
  const megabytes = Math.round(free / 1024 / 1024)
  return free >= enoughBytes
    ? ok('disk', `${megabytes} MB free`)
    : wrong('disk', `only ${megabytes} MB free: free some space before the disk is full`)
}

const checkSecret = (config: Config): Finding[] => {
  if (config.QPR_SECRET !== null) return [ok('secret', 'from QPR_SECRET')]
  const file = secretFile(config)
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  if (mode === undefined) return [ok('secret', 'will be created at the first start')]
  return (mode & 0o077) === 0
    ? [ok('secret', `${file} is readable only by its owner`)]
    : [wrong('secret', `${file} is readable by others. Run: chmod 600 ${file}`)]
}

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
const listenError = (config: Config): Promise<string | null> =>
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
