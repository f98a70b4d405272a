import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { createLog } from '../../src/platform/kit/log.ts'
import { openDatabase } from '../../src/platform/store/open.ts'
import {
  createDatabase,
  migratedTemplate,
  type PostgresServer,
  preparePostgres,
  startPostgres,
} from '../harness/service/postgres.ts'
import { type Phase, root } from './phases.ts'

/** What all test files share: a temporary folder, a migrated database to copy, a PostgreSQL. */
export const createSurroundings = async (phases: Phase[]) => {
  const isDeep = phases.some((phase) => phase.isDeep)
  await buildVisitorScript()
  const folder = await mkdtemp(join(await roomyMemory(), 'qpr-test-'))
  const migrated = join(folder, 'migrated.db')
  await migrate(`sqlite:${migrated}`)
  await mkdir(join(folder, 'tmp'))
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    TMPDIR: join(folder, 'tmp'),
    // Kept: `npm run test:steady` and the next run need not compile the same sources again.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled-tests'),
    QPR_TEST_SQLITE: migrated,
    QPR_TEST_STATEMENTS: phases.some(({ isLast }) => isLast)
      ? join(folder, 'statements')
      : process.env.QPR_TEST_STATEMENTS,
    QPR_TEST_DEEP: isDeep ? 'yes' : undefined,
  }
  const prepared = phases.some((phase) => phase.mayStartPostgres) ? await preparePostgres() : null
  env.QPR_TEST_POSTGRES = prepared?.data
  let postgres: PostgresServer | undefined
  const startShared = async () => {
    postgres = await startPostgres({ settings: shortLived })
    await migrate(await createDatabase(postgres.url, migratedTemplate))
    env.QPR_TEST_SERVER = postgres.url
    return postgres
  }
  // Of many files, several use one.
  if (phases.some((phase) => phase.mayStartPostgres && phase.files.length > 20)) await startShared()

  return {
    env,
    /** The PostgreSQL server of a phase that needs one. */
    async databaseOf({ needsPostgres }: Phase): Promise<string | undefined> {
      if (!needsPostgres) return undefined
      return (postgres ?? (await startShared())).url
    },
    async remove() {
      await postgres?.stop()
      await prepared?.remove()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * The server of a test run is never stopped before its end and its databases are emptied after each
 * test, so work that protects or tidies old data is wasted. Tests that kill a server start their own.
 */
const shortLived = {
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
}

/** Takes half a second, and ensures that no test uses an old script of the visitor's page. */
const buildVisitorScript = () =>
  build({
    configFile: join(root, 'web/visitor/vite.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
  })

/** Tests create and delete thousands of databases: memory avoids writing them to a disk. */
const roomyMemory = async (): Promise<string> => {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  // Containers often have only 64 MB of it.
  return bavail * bsize > 2 ** 31 ? memory : tmpdir()
}

const migrate = async (databaseUrl: string): Promise<void> => {
  const database = openDatabase(databaseUrl, createLog('silent'))
  await database.migrate()
  await database.close()
}
