import type { FastifyInstance } from 'fastify'
import type { Logger } from '../platform/kit/log.ts'
import { lockDatabase } from '../platform/store/open.ts'
import { createApp } from '../service/app.ts'
import type { Config } from '../service/config/config.ts'
import { openInstallation } from '../service/installation.ts'
import type { Siblings } from '../service/siblings.ts'
import { startTracing } from '../service/tracing.ts'
import { CommandError } from './command.ts'
import { type FirstStart, install } from './first-start.ts'

/** The whole service with its database: what `qpr serve` and the package's `start()` run. */
export const openService = async (
  config: Config,
  log: Logger,
  siblings: Siblings | null = null,
) => {
  const lock = lockDatabase(config.DATABASE_URL)
  const tracing = await startTracing(config)
  const opened = openInstallation(config, log)
  const database = tracing ? tracing.database(opened) : opened
  let app: Awaited<ReturnType<typeof createApp>> | undefined

  return {
    /** Migrates the database and listens. `beforeRequests` runs when the service can be closed. */
    async start(beforeRequests: () => void = () => {}): Promise<FirstStart | null> {
      await database.migrate()
      const opening = Promise.withResolvers<void>()
      const { clock } = database
      const { promise: opened } = opening
      app = await createApp({ config, database, clock, log, tracing, siblings, opened })
      beforeRequests()
      try {
        // The first start shows its key only once, so listen first: the port may be in use. Requests
        // are answered when the key exists.
        await listen(app.server, config)
        const first = await install(app.service, config, log)
        opening.resolve()
        return first
      } catch (error) {
        opening.reject(error)
        throw error
      }
    },
    async close() {
      await app?.close()
      await database.close()
      await tracing?.stop()
      lock.release()
    },
  }
}

const listen = async (server: FastifyInstance, config: Config) => {
  try {
    await listenAnywhere(server, config)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new CommandError(`Port ${config.PORT} is in use. Set PORT to another port.`)
    }
    throw new CommandError(`Cannot listen on port ${config.PORT}: ${code ?? message}.`)
  }
}

const listenAnywhere = async (server: FastifyInstance, { PORT, HOST }: Config) => {
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
