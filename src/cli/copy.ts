import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { createLog } from '../platform/kit/log.ts'
import { databaseUrl } from '../platform/kit/parsers.ts'
import {
  createCopy,
  type Side,
  type TableResult,
  type TableShape,
} from '../platform/store/copy/copy.ts'
import { isServed, openPostgresSide } from '../platform/store/copy/postgres-side.ts'
import { openSqliteSide, tableShapesOf } from '../platform/store/copy/sqlite-side.ts'
import { existsAlready, isFull } from '../platform/store/errors.ts'
import { pendingSteps } from '../platform/store/migrations/migrations.ts'
import { type Lock, lockDatabase, openDatabase, sqlitePath } from '../platform/store/open.ts'
import { CommandError, note, type Output, parseGiven, print, printJson } from './command.ts'
import { loadConfig, lockUnlessServed, requireDatabase } from './session.ts'

const checkEveryMs = 250
const maxChecks = 8
const reportEveryMs = 2000

interface Options extends Output {
  to: string
}

export const copy = async (options: Options) => {
  try {
    await copyTo(options)
  } catch (error) {
    throw asRefusal(error)
  }
}

/** An error of a database in one line: a full disk, a foreign column, a missing right. */
const asRefusal = (error: unknown): unknown => {
  const isOfDatabase =
    error instanceof DatabaseError || (error instanceof Error && 'errcode' in error)
  if (!isOfDatabase || existsAlready(error)) return error
  return new CommandError(
    `The copy stopped: ${error.message}. The old database is unchanged. ${
      isFull(error) ? 'Make room for the new one' : 'Correct this'
    }, and run the same command again: it continues.`,
  )
}

const copyTo = async ({ to, json }: Options) => {
  const config = loadConfig()
  requireDatabase(config)
  const from = config.DATABASE_URL_DIRECT ?? config.DATABASE_URL
  const file = fileOf(from, to)
  await requireCurrent(from)
  await prepareTarget(to)
  const locked = await lockTarget(to)
  const source = await open(from, false)
  const target = await open(to, true)
  try {
    const [here, there] = [await source.tables(), await target.tables()]
    const shapes = tableShapesOf(file, (name) => here.has(name) && there.has(name))
    noteForeign(here, there)
    await requireEmpty(target, shapes)
    await target.mark(true)
    const begun = performance.now()
    const total = await sum(shapes, (shape) => source.count(shape))
    const copying = createCopy({ source, target, shapes, progress: startReport(total) })
    let lock = lockUnlessServed(from)
    let stoppedAt = performance.now()
    if (lock === null || (await isInUse(from))) {
      await copying.round()
      await copying.round()
      note('Everything is copied so far. Stop the service now: the rest takes seconds.')
      lock = await stopped(from)
      stoppedAt = performance.now()
    }
    await copying.round()
    const tables = await copying.verify()
    await target.mark(false)
    lock?.release()
    const seconds = secondsSince(begun)
    report({ json, to, tables, seconds, stoppedSeconds: secondsSince(stoppedAt) })
  } finally {
    locked.release()
    await source.close()
    await target.close()
  }
}

/** The target has every table of QPR, so what only the source has is of another program. */
const noteForeign = (here: Set<string>, there: Set<string>) => {
  const names = [...here].filter((name) => !there.has(name) && !name.startsWith('migrations'))
  if (names.length > 0) note(`Not copied, because they are not tables of QPR: ${names.join(', ')}.`)
}

/** One side is the file of SQLite: two servers have tools of their own. */
const fileOf = (from: string, to: string): string => {
  parseGiven('--to', to, databaseUrl)
  const file = sqlitePath(from) ?? sqlitePath(to)
  if (file === null) throw new CommandError('Use pg_dump between two PostgreSQL servers.')
  if (sqlitePath(from) !== null && sqlitePath(to) !== null) {
    throw new CommandError('Use qpr backup to copy a file.')
  }
  return file
}

const open = async (url: string, isTarget: boolean): Promise<Side> => {
  const path = sqlitePath(url)
  return path === null ? await openPostgresSide(url) : openSqliteSide(path, isTarget)
}

const requireCurrent = async (url: string) => {
  const database = openDatabase(url, createLog('silent'))
  const pending = await pendingSteps(database.db).finally(() => database.close())
  if (pending.length > 0) {
    throw new CommandError(
      'The database has the schema of an older version. Run qpr migrate first.',
    )
  }
}

const prepareTarget = async (url: string) => {
  const database = openDatabase(url, createLog('silent'))
  await database.migrate().finally(() => database.close())
}

/** No service may use the target. PostgreSQL lists one that has just stopped for a moment longer. */
const lockTarget = async (url: string) => {
  for (let checks = 1; await isInUse(url); checks++) {
    if (checks === maxChecks) {
      throw new CommandError('A QPR service uses the target already. Stop it, or name another one.')
    }
    await wait(checkEveryMs)
  }
  return lockDatabase(url)
}

/** A target with data of its own is left alone; one with an incomplete copy is completed. */
const requireEmpty = async (target: Side, shapes: TableShape[]) => {
  if (await target.isMarked()) return
  const rows = await sum(shapes, async (shape) =>
    shape.name === 'settings' ? 0 : await target.count(shape),
  )
  if (rows > 0) throw new CommandError('The target has data already. Name an empty database.')
}

const isInUse = async (url: string): Promise<boolean> =>
  sqlitePath(url) === null && (await isServed(url))

const stopped = async (url: string): Promise<Lock> => {
  for (;;) {
    const lock = lockUnlessServed(url)
    if (lock !== null && !(await isInUse(url))) return lock
    await wait(checkEveryMs)
  }
}

const sum = async (
  shapes: TableShape[],
  of: (shape: TableShape) => Promise<number>,
): Promise<number> => {
  let total = 0
  for (const shape of shapes) total += await of(shape)
  return total
}

/** Says how far the first round is, and how long it will take. */
const startReport = (total: number) => {
  const begun = performance.now()
  let saidAt = begun
  let done = 0
  return (rows: number) => {
    done += rows
    const now = performance.now()
    if (done > total || now - saidAt < reportEveryMs) return
    saidAt = now
    const left = Math.ceil((((now - begun) / done) * (total - done)) / 1000)
    note(`${count(done)} of ${count(total)} rows, about ${left} s left`)
  }
}

const count = (rows: number) => rows.toLocaleString('en')
const secondsSince = (at: number) => Math.round((performance.now() - at) / 100) / 10

interface Report extends Output {
  to: string
  tables: TableResult[]
  seconds: number
  stoppedSeconds: number
}

const report = ({ json, to, tables, seconds, stoppedSeconds }: Report) => {
  if (json) return printJson({ tables, seconds, stopped_seconds: stoppedSeconds })
  const width = Math.max(...tables.map(({ table }) => table.length))
  for (const { table, rows, checksum } of tables) {
    print(`${table.padEnd(width)}  ${count(rows).padStart(12)}  ${checksum}`)
  }
  print(
    `Both sides have the same rows (checked in ${seconds} s, ${stoppedSeconds} s after the stop).`,
  )
  print(
    sqlitePath(to) === null
      ? 'Start the service with DATABASE_URL set to the new database, and with the same QPR_SECRET (or the file "secret" of the data directory).'
      : `Start the service with DATABASE_URL=${to} and the same QPR_SECRET.`,
  )
}
