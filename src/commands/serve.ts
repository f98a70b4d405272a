import type { FastifyInstance } from 'fastify'
import { createApp } from '../app.ts'
import { type Config, parseConfig, readEnvironment, unknownSettings } from '../config.ts'
import { WrongSecret } from '../installation.ts'
import { secondMs, systemClock } from '../kit/clock.ts'
import { createLog, type Logger } from '../kit/log.ts'
import { isUnavailable } from '../storage/errors.ts'
import { FileInUse, lockFile } from '../storage/lock.ts'
import { SchemaTooNew } from '../storage/migrations/migrations.ts'
import { openDatabase, sqlitePath } from '../storage/open.ts'
import { announce } from './announce.ts'
import { type Command, CommandError, readArguments } from './command.ts'
import { install } from './install.ts'
import { lanAddress } from './lan.ts'
import { unreachable } from './session.ts'

const shutdownMs = 10 * secondMs

export const command: Command = {
  usage: `
Usage: qpr serve [--lan]

Runs the service until SIGTERM or SIGINT; then finishes what is under way, within 10 s.

  --lan   use this machine's network address as the base URL and show it as a QR code, so that a
          phone on the same Wi-Fi can scan

The settings come from the environment and from .env; qpr config shows them.
`,
  async run(args) {
    const { values } = readArguments(args, { options: { lan: { type: 'boolean' } } })
    const environment = readEnvironment(process.cwd())
    if (values.lan) {
      const port = environment.PORT?.trim() || '3000'
      environment.QPR_BASE_URL = `http://${lanAddress()}:${port}`
    }
    const config = parseConfig(environment)
    const log = createLog(config.QPR_LOG_LEVEL)
    for (const name of unknownSettings(environment)) {
      log.warn({ name }, 'unknown setting: see qpr config')
    }
    try {
      await serve(config, log, values.lan === true)
    } catch (error) {
      throw mendable(error, config)
    }
  },
}

const serve = async (config: Config, log: Logger, lan: boolean) => {
  const path = sqlitePath(config.DATABASE_URL)
  const lock = path === null ? null : lockFile(path)
  const database = openDatabase(config.DATABASE_URL, log)
  await database.migrate()
  const app = await createApp({ config, database, clock: systemClock, log })
  const installed = await install(app.rules, database, config, log)
  await listen(app.server, config)
  announce(config, installed, lan)

  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping')
    const hurry = setTimeout(() => {
      log.warn('stopped before everything was finished')
      process.exit(0)
    }, shutdownMs - 500)
    await app.close()
    await database.close()
    lock?.release()
    clearTimeout(hurry)
    log.info('stopped')
    log.flush(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop(signal))
}

const listen = async (server: FastifyInstance, { PORT, HOST }: Config) => {
  if (HOST !== '') {
    await server.listen({ port: PORT, host: HOST })
    return
  }
  try {
    await server.listen({ port: PORT, host: '::' })
  } catch (error) {
    // A machine without IPv6.
    if ((error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw error
    await server.listen({ port: PORT, host: '0.0.0.0' })
  }
}

const mendable = (error: unknown, config: Config): unknown => {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof FileInUse || error instanceof WrongSecret || error instanceof SchemaTooNew) {
    return new CommandError(error.message)
  }
  if (code === 'EADDRINUSE') {
    return new CommandError(`Port ${config.PORT} is in use. Set PORT to another one.`)
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    return new CommandError(`Cannot start: ${(error as Error).message}`)
  }
  return isUnavailable(error) ? new CommandError(unreachable(error)) : error
}
