import type { FastifyInstance } from 'fastify'
import { createApp } from '../app/app.ts'
import { openInstallation } from '../app/installation.ts'
import type { Siblings } from '../app/siblings.ts'
import { startTracing } from '../app/tracing.ts'
import type { Config } from '../config/config.ts'
import { listenError } from '../doctor/port.ts'
import type { Logger } from '../kit/log.ts'
import { sqlitePath } from '../storage/open.ts'
import { lockFile } from '../storage/sqlite/lock.ts'
import { CommandError } from './command.ts'
import { type FirstStart, install } from './install.ts'

/** The whole service with its database: what `qpr serve` and the package's `start()` run. */
export const openService = async (
  config: Config,
  log: Logger,
  siblings: Siblings | null = null,
) => {
  const path = sqlitePath(config.DATABASE_URL)
  const lock = path === null ? null : lockFile(path)
  const tracing = await startTracing(config)
  const opened = openInstallation(config, log)
  const database = tracing ? tracing.database(opened) : opened
  let app: Awaited<ReturnType<typeof createApp>> | undefined

  return {
    /** Migrates the database and listens. `beforeRequests` runs when the service can be closed. */
    async start(beforeRequests: () => void = () => {}): Promise<FirstStart | null> {
      await database.migrate()
      app = await createApp({ config, database, clock: database.clock, log, tracing, siblings })
      beforeRequests()
      // The first start shows its key only once, so check first that the port is free. The service
      // accepts requests only after the key exists.
      if (!siblings || siblings.role === 'opener') await requireFreePort(config)
      const first = await install(app.rules, database, config, log)
      await listen(app.server, config)
      return first
    },
    async close() {
      await app?.close()
      await database.close()
      await tracing?.stop()
      lock?.release()
    },
  }
}

const requireFreePort = async (config: Config) => {
  const code = await listenError(config)
  if (code === 'EADDRINUSE') {
    throw new CommandError(`Port ${config.PORT} is in use. Set PORT to another port.`)
  }
  if (code !== null) throw new CommandError(`Cannot listen on port ${config.PORT}: ${code}.`)
}

const listen = async (server: FastifyInstance, { PORT, HOST }: Config) => {
  // Without the address, so that the first address in the output is the one to open.
  const listenTextResolver = () => `listening on port ${PORT}`
  try {
    await server.listen({ port: PORT, host: HOST || '::', listenTextResolver })
  } catch (error) {
    // The machine has no IPv6.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EAFNOSUPPORT' || HOST !== '') throw error
    await server.listen({ port: PORT, host: '0.0.0.0', listenTextResolver })
  }
}
