import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type PhaseName =
  | 'plain'
  | 'sqlite'
  | 'postgres'
  | 'journeys'
  | 'statements'
  | 'deep'
  | 'deep-postgres'

export interface Phase {
  readonly name: PhaseName
  readonly title: string
  readonly files: string[]
  readonly needsPostgres: boolean
  /** Some of its tests may start a PostgreSQL server of their own. */
  readonly mayStartPostgres: boolean
  /** Its tests mostly wait: for processes that they start, or for a browser. */
  readonly waits: boolean
  /** The long forms run. */
  readonly isDeep: boolean
  /** Its tests check what the other phases recorded, so it runs after them. */
  readonly isLast: boolean
}

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The phases of each scope. Every phase that can run alone is a scope too, so that one failure can be
 * run alone.
 */
const scopes: Record<string, readonly PhaseName[]> = {
  fast: ['plain', 'sqlite'],
  full: ['plain', 'sqlite', 'postgres', 'journeys', 'statements'],
  deep: ['deep', 'deep-postgres'],
  steady: ['deep', 'deep-postgres'],
  plain: ['plain'],
  sqlite: ['sqlite'],
  postgres: ['postgres', 'statements'],
  journeys: ['journeys'],
  'deep-postgres': ['deep-postgres'],
}

export const scopeNames = Object.keys(scopes)

const titles: Record<PhaseName, string> = {
  plain: 'plain',
  sqlite: 'HTTP on SQLite',
  postgres: 'HTTP on PostgreSQL',
  journeys: 'journeys',
  statements: 'statements of the service',
  deep: 'long forms',
  'deep-postgres': 'long forms on PostgreSQL',
}

/** The phases of a scope with the files whose path contains one of the parts. */
export const planPhases = (scope: string, parts: string[]): Phase[] =>
  (scopes[scope] ?? []).map((name) => ({
    name,
    title: titles[name],
    files: filesOf(name, scope).filter((file) => parts.some((part) => file.includes(part))),
    needsPostgres: name.endsWith('postgres'),
    mayStartPostgres:
      scope !== 'fast' && name !== 'sqlite' && name !== 'journeys' && name !== 'statements',
    waits: (name === 'plain' && scope !== 'fast') || name === 'journeys',
    isDeep: name.startsWith('deep'),
    isLast: name === 'statements',
  }))

const filesOf = (name: PhaseName, scope: string): string[] =>
  allFiles().filter(
    (file) =>
      phasesOf(file).includes(name) &&
      (scope !== 'fast' || isFast(file, name)) &&
      (scope !== 'steady' || isSteady(file)),
  )

/**
 * A test has one home. What is cheap runs in `npm test`, whole. Walks that take long run in `steady`,
 * which the build machine runs after it, and not in `npm test`. Only roles, the codes' readability and
 * faults have a short form in `npm test` and a long one (`test/harness/checks/depth.ts`).
 *
 * Here are the files of `deep` that `steady` leaves out, by the reason.
 */
export const leftOut: Record<string, readonly string[]> = {
  'needs a program that npm does not bring': [
    'sdk/python/python.deep.test.ts',
    'test/cluster/pgbouncer.deep.test.ts',
    'test/docs/receiving.deep.test.ts',
    'test/docs/snippets.deep.test.ts',
    'test/observability/prometheus.deep.test.ts',
  ],
  'downloads packages': [
    'src/features/models/local-model.deep.test.ts',
    'src/platform/http/openapi/generators.deep.test.ts',
    'test/package.deep.test.ts',
  ],
  'waits for minutes, for outages or for leases': [
    'test/cluster/clocks.deep.test.ts',
    'test/cluster/failover.deep.test.ts',
    'test/cluster/network.deep.test.ts',
    'test/cluster/postgres.deep.test.ts',
    'test/cluster/processes.deep.test.ts',
    'test/cluster/silence.deep.test.ts',
    'test/cluster/standby.deep.test.ts',
    'test/faults/database-away.test.ts',
    'test/faults/jobs.test.ts',
  ],
  'kills processes again and again, at other moments in each run': [
    'test/faults/deliveries.test.ts',
    'test/faults/deliveries.postgres.deep.test.ts',
    'test/faults/kill.test.ts',
    'test/faults/knowledge.test.ts',
    'test/faults/scans.test.ts',
    'test/faults/stripe.deep.test.ts',
  ],
  'has a million rows, or many thousands of requests or messages': [
    'src/features/jobs/jobs.http.deep.test.ts',
    'test/property.http.deep.test.ts',
    'test/attack/hostile.deep.test.ts',
    'test/commands/failover.deep.test.ts',
  ],
}

const isSteady = (file: string): boolean => !Object.values(leftOut).flat().includes(file)

/**
 * `npm run check` has the tests beside the code: unit tests, and HTTP tests on SQLite. The walks over
 * the whole service in `test/`, the checks of generated code in `sdk/`, plain tests that start services
 * or processes, HTTP tests that start the service of another company (a model, payments, sign-in), and
 * files with a long form take minutes together.
 */
const isFast = (file: string, name: PhaseName): boolean => {
  if (/^(test|sdk)\//.test(file) || hasLongForm(file)) return false
  return !textOf(file).includes(name === 'sqlite' ? '/harness/providers/' : '/harness/service/')
}

const isDeepOnly = (file: string) => file.endsWith('.deep.test.ts')

const phasesOf = (file: string): PhaseName[] => {
  if (file.endsWith('.http.deep.test.ts')) return ['deep', 'deep-postgres']
  if (isDeepOnly(file)) return ['deep']
  if (file.endsWith('.last.test.ts')) return ['statements']
  const isLongToo = hasLongForm(file)
  if (file.endsWith('.http.test.ts')) {
    return ['sqlite', 'postgres', ...(isLongToo ? (['deep', 'deep-postgres'] as const) : [])]
  }
  if (file.endsWith('.journey.test.ts')) return isLongToo ? ['journeys', 'deep'] : ['journeys']
  return ['plain', ...(isLongToo ? (['deep'] as const) : [])]
}

/** The few files that try or repeat more in the long form, by what they import. */
const hasLongForm = (file: string) => /\/checks\/depth\.ts'/.test(textOf(file))

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

const allFiles = () =>
  globSync(
    [
      'contract/**/*.test.ts',
      'sdk/**/*.test.ts',
      'src/**/*.test.ts',
      'web/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    {
      cwd: root,
      exclude: ['**/node_modules/**'],
    },
  ).sort()
