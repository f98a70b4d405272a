import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { install } from '../../../src/cli/first-start.ts'
import { installKey } from '../../../src/features/accounts/keys.ts'
import { addMember } from '../../../src/features/organizations/members.ts'
import { findOrCreateUser } from '../../../src/features/organizations/users.ts'
import { runUnaudited } from '../../../src/platform/change.ts'
import type { Change } from '../../../src/platform/context.ts'
import type { Clock } from '../../../src/platform/kit/clock.ts'
import { createLog, type Logger } from '../../../src/platform/kit/log.ts'
import type { Database } from '../../../src/platform/store/database.ts'
import { openDatabase } from '../../../src/platform/store/open.ts'
import type { Role } from '../../../src/platform/store/tables.ts'
import { createApp } from '../../../src/service/app.ts'
import { type Config, type Environment, parseConfig } from '../../../src/service/config/config.ts'
import { type Conformance, createConformance } from '../checks/conformance.ts'
import { createClient } from './client.ts'
import { takeDatabase } from './databases.ts'
import { freePort } from './ports.ts'
import { shareChild, shareThreads } from './threads.ts'

// Fastify compares a plugin without a name with every module that is loaded, each time.
Object.defineProperty(Function.prototype, Symbol.for('fastify.display-name'), { value: 'plugin' })

export interface Service extends Parts, ReturnType<typeof entryOf> {}

interface Parts {
  readonly address: string
  readonly folder: string
  readonly config: Config
  readonly database: Database
  readonly schedule: App['schedule']
  /** For rules that a test calls itself. */
  readonly internals: App['service']
  readonly httpServer: FastifyInstance['server']
}

type App = Awaited<ReturnType<typeof createApp>>

export interface ServiceOptions {
  /** Override the defaults, as the environment would. */
  settings?: Environment
  /** By default, or made from, that of the database. */
  clock?: Clock | ((ofDatabase: Clock) => Clock)
  log?: Logger
  /** Instead of the child process that the services of a test process share. */
  createChild?: typeof shareChild
}

/**
 * The whole service in this process, over real HTTP and with a real, fresh database: SQLite, or
 * PostgreSQL if the runner names a server. Stopped and removed when the test ends.
 */
export const startService = async (
  t: { after(end: () => Promise<void>): void },
  options: ServiceOptions = {},
): Promise<Service> => {
  const { settings = {}, log = createLog(process.env.QPR_TEST_LOG ?? 'silent') } = options
  const folder = await mkdtemp(join(tmpdir(), 'qpr-test-'))
  const server = process.env.QPR_TEST_DATABASE
  const file = join(folder, 'qpr.db')
  const taken = server ? await takeDatabase(server) : undefined
  const { QPR_TEST_SQLITE: migrated } = process.env
  const isMigrated = server !== undefined || migrated !== undefined
  if (!server && migrated) await copyFile(migrated, file)
  const port = await freePort()
  const config = parseConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: taken?.url ?? `sqlite:${file}`,
    QPR_DATA_DIR: folder,
    QPR_API_KEY: 'a-key-that-only-tests-know',
    // No server listens there: an Ollama on this machine must not matter.
    OLLAMA_HOST: '127.0.0.1:1',
    QPR_AI_EMBEDDING_MODEL: 'none',
    ...settings,
  })
  const openOwn = async () => {
    const database = openDatabase(config.DATABASE_URL, log)
    // A database other than ours may be new.
    const isReady = isMigrated && !settings.DATABASE_URL
    await (isReady ? database.connect() : database.migrate())
    return database
  }
  const isOwn = options.log || settings.DATABASE_URL
  const database = taken && !isOwn ? taken.database : await openOwn()
  const { clock: given = database.clock } = options
  const clock = typeof given === 'function' ? given(database.clock) : given
  const app = await createApp({
    config,
    database,
    clock,
    log,
    createThreads: shareThreads,
    createChild: options.createChild ?? shareChild,
  })
  await install(app.service, config, log)
  // Tests store old rows, which must not be deleted before they are checked.
  await app.schedule.idle('janitor')
  await app.server.listen({ port, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${port}`

  t.after(async () => {
    await app.close()
    await database.close()
    await taken?.giveBack()
    await rm(folder, { recursive: true })
  })

  const { schedule, service: internals } = app
  const { server: httpServer } = app.server
  const running = { address, folder, config, database, schedule, internals, httpServer }
  conformance ??= createConformance(app.server.swagger())
  return { ...running, ...entryOf(running, config.QPR_API_KEY ?? '') }
}

/** The address of the owner of an account; without a mark, of the first account of a service. */
export const ownerOf = (mark: string) => (mark ? `owner${mark}@example.com` : 'owner@localhost')

/** What a test uses with the key of one account: requests, and keys of further members. */
export const entryOf = ({ address, internals }: Parts, key: string, mark = '') => {
  const client = createClient({ address, key, conformance: conformanceOf })

  /** Calls rules without an actor, as the service itself does. */
  const runOwnChange = <T>(work: (change: Change<null>) => Promise<T>): Promise<T> =>
    runUnaudited(internals, work)

  /** A key of a user with this role in the organization (by default that of `key`). */
  const keyOf = async (
    role: Role,
    organizationId?: string,
    email = `${role}${mark}@example.com`,
  ): Promise<string> => {
    const id = organizationId ?? (await defaultOrganizationId())
    return await runOwnChange(async (change) => {
      const user = await findOrCreateUser(change, email)
      await addMember(change, id, user.id, role)
      return (await installKey(change, user.id, `${role} key`)).key
    })
  }

  const defaultOrganizationId = async (ofKey = key): Promise<string> => {
    const { body } = await client.get<{ organizations: { id: string }[] }>('/v1/organizations', {
      key: ofKey,
    })
    return body.organizations[0]?.id ?? ''
  }

  return { ...client, key, ownerEmail: ownerOf(mark), runOwnChange, keyOf, defaultOrganizationId }
}

/** The same for every service, because no setting changes the routes of the API. */
let conformance: Conformance | undefined

const conformanceOf: Conformance = (...args) => conformance?.(...args)

/** A clock that stands still until a test moves it. */
export const fakeClock = (start: string): Clock & { advance(ms: number): void } => {
  let now = Date.parse(start)
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
  }
}
