// node test/run.ts [fast|full] [part of a path]
//
// *.http.test.ts     over HTTP: once on SQLite, and once on PostgreSQL unless `fast`
// *.journey.test.ts  in a browser, not when `fast`
// *.test.ts          everything else, once
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLog } from '../src/kit/log.ts'
import { openDatabase } from '../src/storage/open.ts'
import {
  createDatabase,
  migratedTemplate,
  type PostgresServer,
  startPostgres,
} from './harness/postgres.ts'

interface Phase {
  readonly name: string
  readonly files: string[]
  readonly concurrency: number
  /** The server on which test databases are created; without one they are SQLite files. */
  readonly database?: () => Promise<string>
}

interface Tally {
  readonly passed: number
  readonly failed: number
}

const root = fileURLToPath(new URL('..', import.meta.url))
const cores = availableParallelism()
// A test that never ends must not hold a build machine for hours.
const timeoutMs = 300_000

let postgres: PostgresServer | undefined
let running: ChildProcess | undefined
let interruptedBy: NodeJS.Signals | undefined

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interruptedBy = signal
    running?.kill(signal)
  })
}

process.exitCode = await main(process.argv.slice(2))

async function main([scope = 'full', filter = '']: string[]): Promise<number> {
  if (scope !== 'fast' && scope !== 'full') {
    console.error('Usage: node test/run.ts [fast|full] [part of a path]')
    return 2
  }
  const phases = planPhases(scope, filter)
  if (filter && phases.every(({ files }) => files.length === 0)) {
    console.error(`No test file has "${filter}" in its path.`)
    return 1
  }
  const tallies = await runPhases(phases)
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  if (interruptedBy) return interruptedBy === 'SIGINT' ? 130 : 143
  return failed === 0 ? 0 : 1
}

function planPhases(scope: 'fast' | 'full', filter: string): Phase[] {
  const all = globSync(['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
    .filter((file) => file.includes(filter))
    .sort()
  const http = all.filter((file) => file.endsWith('.http.test.ts'))
  const journeys = all.filter((file) => file.endsWith('.journey.test.ts'))
  const plain = all.filter((file) => !http.includes(file) && !journeys.includes(file))
  const fast: Phase[] = [
    { name: 'plain', files: plain, concurrency: cores },
    { name: 'http on SQLite', files: http, concurrency: cores },
  ]
  if (scope === 'fast') return fast
  const onPostgres = async () => {
    postgres = await startPostgres()
    await migrate(await createDatabase(postgres.url, migratedTemplate))
    return postgres.url
  }
  return [
    ...fast,
    { name: 'http on PostgreSQL', files: http, concurrency: cores, database: onPostgres },
    // Not one more: a browser is several processes, which work while the test waits.
    { name: 'journeys', files: journeys, concurrency: cores },
  ]
}

async function runPhases(phases: Phase[]): Promise<Tally[]> {
  const folder = await mkdtemp(join(await roomyMemory(), 'qpr-test-'))
  const tallies: Tally[] = []
  try {
    const env = await prepare(folder)
    for (const phase of phases) {
      if (interruptedBy) break
      tallies.push(await runPhase(phase, env, join(folder, `${tallies.length}.tap`)))
    }
  } finally {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return tallies
}

/** Where files are never written to a disk: tests have thousands of databases, and throw them away. */
async function roomyMemory(): Promise<string> {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  // Containers often have 64 MB of it, which would not do.
  return bavail * bsize > 2 ** 31 ? memory : tmpdir()
}

/** What makes hundreds of processes and services start faster. */
async function prepare(folder: string): Promise<NodeJS.ProcessEnv> {
  const migrated = join(folder, 'migrated.db')
  await migrate(`sqlite:${migrated}`)
  await mkdir(join(folder, 'tmp'))
  return {
    ...process.env,
    TMPDIR: join(folder, 'tmp'),
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    QPR_TEST_SQLITE: migrated,
  }
}

async function migrate(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, createLog('silent'))
  await database.migrate()
  await database.close()
}

async function runPhase(phase: Phase, env: NodeJS.ProcessEnv, report: string): Promise<Tally> {
  console.log(`\n── ${phase.name}`)
  if (phase.files.length === 0) {
    console.log('no test file')
    return { passed: 0, failed: 0 }
  }
  const startedAt = performance.now()
  const tally = await testFiles(phase, env, report).catch((error: unknown): Tally => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`── ${phase.name}: ${tally.failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
  return tally
}

async function testFiles(phase: Phase, common: NodeJS.ProcessEnv, report: string): Promise<Tally> {
  const env = { ...common, QPR_TEST_DATABASE: await phase.database?.() }
  if (interruptedBy) return { passed: 0, failed: 0 }
  const args = [
    '--test',
    `--test-concurrency=${phase.concurrency}`,
    `--test-timeout=${timeoutMs}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${report}`,
    ...phase.files,
  ]
  running = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  const [code] = await once(running, 'exit')
  running = undefined
  return tallyOf(await readFile(report, 'utf8'), code === 0)
}

/** Reads the totals that end a report. A skipped test counts as failed: none is optional. */
function tallyOf(tap: string, succeeded: boolean): Tally {
  const names = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo']
  const totals = new RegExp(
    `${names.map((name) => `# ${name} (\\d+)\n`).join('')}# duration_ms .+\n$`,
  )
  const counts = tap.match(totals)?.slice(3).map(Number)
  // A run that broke off has no totals, and must not look like a success.
  if (!counts) return { passed: 0, failed: 1 }
  const [passed = 0, failed = 0, cancelled = 0, skipped = 0, todo = 0] = counts
  const left = skipped + todo
  if (left > 0) console.log(`${left} skipped or todo: they count as failed`)
  const bad = failed + cancelled + left
  return { passed, failed: succeeded ? bad : Math.max(bad, 1) }
}
