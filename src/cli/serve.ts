import cluster from 'node:cluster'
import { networkInterfaces } from 'node:os'
import { secondMs } from '../platform/kit/clock.ts'
import { createLog, type Logger } from '../platform/kit/log.ts'
import { port as parsePort } from '../platform/kit/parsers.ts'
import { sqlitePath } from '../platform/store/open.ts'
import {
  type Config,
  parseConfig,
  readEnvironment,
  unknownSettings,
} from '../service/config/config.ts'
import { joinSiblings } from '../service/siblings.ts'
import { CommandError, parseGiven } from './command.ts'
import { printWelcome } from './first-start.ts'
import { runProcesses } from './processes.ts'
import { openService } from './service.ts'

// The stop may take 10 s. One second remains for the exit on a busy machine.
const patienceMs = 9 * secondMs

interface Options {
  port?: string | undefined
  lan?: true | undefined
}

export const serve = async ({ port, lan }: Options) => {
  const environment = readEnvironment(process.cwd())
  if (port !== undefined) environment.PORT = String(parseGiven('--port', port, parsePort))
  if (lan) {
    environment.QPR_BASE_URL = `http://${lanAddress()}:${environment.PORT?.trim() || '3000'}`
  }
  const config = parseConfig(environment)
  const log = createLog(config.QPR_LOG_LEVEL)
  for (const name of unknownSettings(environment)) {
    log.warn({ name }, 'unknown setting: see qpr config')
  }
  await run(config, log, lan === true)
}

/** The address of this machine for other machines in the network. */
const lanAddress = (): string => {
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
  // Home and office networks first: a phone cannot reach a container bridge (172.17.…).
  const [best] = addresses.sort((a, b) => preference(a) - preference(b))
  if (!best) throw new CommandError('This machine has no network address. Start without --lan.')
  return best
}

const preference = (address: string): number =>
  ['192.168.', '10.', '172.'].findIndex((prefix) => address.startsWith(prefix)) + 1 || 4

const run = async (config: Config, log: Logger, lan: boolean) => {
  if (config.QPR_PROCESSES > 1 && cluster.isPrimary) return await serveByMany(config, log)
  const siblings = await joinSiblings()
  const service = await openService(config, log, siblings)
  try {
    const first = await service.start(() => stopOnSignal(service.close, log))
    if (!siblings || siblings.role === 'opener') printWelcome(config, first, lan)
    siblings?.ready()
  } catch (error) {
    // Open handles would keep the process alive.
    await service.close()
    siblings?.leave()
    throw error
  }
}

const serveByMany = async (config: Config, log: Logger) => {
  if (sqlitePath(config.DATABASE_URL) !== null) {
    throw new CommandError(
      `QPR_PROCESSES is ${config.QPR_PROCESSES}, and a SQLite database belongs to one process. ` +
        'Set DATABASE_URL to a PostgreSQL database, or remove QPR_PROCESSES.',
    )
  }
  runProcesses(config.QPR_PROCESSES, log)
}

const stopOnSignal = (close: () => Promise<void>, log: Logger) => {
  let isStopping = false
  const stop = async (signal: string) => {
    // Ctrl+C reaches the whole process group, and npm forwards it once more.
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.warn('stopped before all work was finished')
      process.exit(0)
    }, patienceMs)
    await close()
    log.info('stopped')
    // The limit still holds: the log cannot be flushed when its reader is gone.
    log.flush(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))
}
