// The service uses `Database.clock`, so a process whose own clock is wrong does no harm.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../src', import.meta.url))

/** Why these may use the system clock. */
const reasons: Record<string, string> = {
  'platform/kit/clock.ts': 'makes the clocks',
  'cli/doctor/database.ts': 'compares the system clock with the database',
  'platform/http/connections.ts': 'names a request in the log; nothing is decided by it',
  'cli/remote/listen.ts': 'shows a time, and signs for a receiver on the same machine',
  'cli/database.ts': 'names a file, with no database open',
  'platform/store/migrations/migrate-live.ts':
    'notes when a migration ran; nothing is decided by it',
}

const looksAtTheSystem = /\bDate\.now\b|new Date\(\s*\)|\bDate\(\s*\)|process\.hrtime|timeOrigin/
const asksTheDatabase =
  /\b(now|clock_timestamp|statement_timestamp|unixepoch|julianday)\(\)|current_timestamp/i

const sources = globSync('**/*.ts', { cwd: root })
  .filter((file) => !/\.(test|fixture|fixture-\w+)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') }))

const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

test('only the listed files use the system clock', () => {
  assert.deepEqual(filesWith(looksAtTheSystem).sort(), Object.keys(reasons).sort())
})

test('the clock of the process replaces that of the database only where both are the same', () => {
  const using = filesWith(/\bsystemClock\b/).sort()
  assert.deepEqual(using, [
    // One question to each model, with no database open.
    'cli/doctor/models.ts',
    'platform/kit/clock.ts',
    'platform/store/postgres/postgres.ts',
    'platform/store/sqlite/sqlite.ts',
  ])
})

test('no statement reads the time of the database by itself', () => {
  const own = sources.map(({ file, text }) => ({
    file,
    // `clock.now()` and `performance.now()` are not SQL.
    text: text.replaceAll(/\.now\(\)/g, ''),
  }))
  const asking = own.filter(({ text }) => asksTheDatabase.test(text)).map(({ file }) => file)
  const definitions = ['platform/kit/clock.ts', 'cli/remote/event-stream.ts']
  assert.deepEqual(asking.filter((file) => !definitions.includes(file)).sort(), [
    'cli/doctor/database.ts',
    // Ages of transactions, which the server counts itself.
    'platform/store/migrations/migrate-live.ts',
    'platform/store/postgres/database-clock.ts',
  ])
})
