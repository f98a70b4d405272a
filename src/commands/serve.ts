import type { FastifyInstance } from 'fastify'
import { createApp } from '../app/app.ts'
import { openInstallation } from '../app/installation.ts'
import { startTracing } from '../app/tracing.ts'
import { type Config, parseConfig, readEnvironment, unknownSettings } from '../config/config.ts'
import { port as parsePort } from '../config/parsers.ts'
import { listenError } from '../doctor/port.ts'
import { secondMs } from '../kit/clock.ts'
import { createLog, type Logger } from '../kit/log.ts'
import { sqlitePath } from '../storage/open.ts'
import { lockFile } from '../storage/sqlite/lock.ts'
import { announce } from './announce.ts'
import { CommandError, UsageError } from './command.ts'
import { install } from './install.ts'
import { lanAddress } from './lan.ts'
import type { Run } from './line/table.ts'

// The stop may take 10 s. One second remains for the exit on a busy machine.
const patienceMs = 9 * secondMs

export const run: Run<'serve'> = async ({ port, lan }) => {
  const environment = readEnvironment(process.cwd())
  if (port !== undefined) environment.PORT = readPort(port)
  if (lan) {
    environment.QPR_BASE_URL = `http://${lanAddress()}:${environment.PORT?.trim() || '3000'}`
  }
  const config = parseConfig(environment)
  const log = createLog(config.QPR_LOG_LEVEL)
  for (const name of unknownSettings(environment)) {
    log.warn({ name }, 'unknown setting: see qpr config')
  }
  await serve(config, log, lan)
}

const readPort = (value: string): string => {
  try {
    return String(parsePort(value))
  } catch (error) {
    throw new UsageError(`--port ${(error as Error).message}`)
  }
}

const serve = async (config: Config, log: Logger, lan: boolean) => {
  const path = sqlitePath(config.DATABASE_URL)
  const lock = path === null ? null : lockFile(path)
  const tracing = await startTracing(config)
  const opened = openInstallation(config, log)
  const database = tracing ? tracing.database(opened) : opened
  let app: Awaited<ReturnType<typeof createApp>> | undefined
  const close = async () => {
    await app?.close()
    await database.close()
    await tracing?.stop()
    lock?.release()
  }
  try {
    await database.migrate()
    app = await createApp({ config, database, clock: database.clock, log, tracing })
    stopOnSignal(close, log)
    // The first start shows its key only once, so check first that the port is free. The service
    // accepts requests only after the key exists.
    await requireFreePort(config)
    const first = await install(app.rules, database, config, log)
    await listen(app.server, config)
    announce(config, first, lan)
  } catch (error) {
    // Open handles would keep the process alive.
    await close()
    throw error
  }
}

const stopOnSignal = (close: () => Promise<void>, log: Logger) => {
  let isStopping = false
  const stop = async (signal: string) => {
    // Ctrl+C reaches the whole process group, and npm forwards it once more.
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    const hurry = setTimeout(() => {
      log.warn('stopped before all work was finished')
      process.exit(0)
    }, patienceMs)
    await close()
    clearTimeout(hurry)
    log.info('stopped')
    log.flush(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))
}

const requireFreePort = async (config: Config) => {
  const code = await listenError(config)
  if (code === 'EADDRINUSE') {
    throw new CommandError(`Port ${config.PORT} is in use. Set PORT to another port.`)
  }
  if (code !== null) throw new CommandError(`Cannot listen on port ${config.PORT}: ${code}.`)
}

const listen = async (server: FastifyInstance, { PORT, HOST }: Config) => {
  try {
    await server.listen({ port: PORT, host: HOST || '::' })
  } catch (error) {
    // The machine has no IPv6.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EAFNOSUPPORT' || HOST !== '') throw error
    await server.listen({ port: PORT, host: '0.0.0.0' })
  }
}
