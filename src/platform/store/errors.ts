import { DatabaseError } from 'pg'
import { tlsRefusal } from './postgres/tls.ts'

// https://sqlite.org/rescode.html: BUSY, NOMEM, READONLY, IOERR, FULL, CANTOPEN
const unavailableSqliteCodes = new Set([5, 7, 8, 10, 13, 14])

const unavailableSocketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, wrong user or
// password, no such database, resources (including disk full), operator intervention, system error,
// read-only transaction, idle transaction time-out, lock time-out
const unavailablePostgresPrefixes = ['08', '28', '3D', '53', '57', '58', '25006', '25P03', '55P03']

// `pg` sets no code for these errors.
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|connection error|not queryable/

/**
 * Serialization failure, deadlock; and a row that another transaction deleted or inserted after our
 * query (foreign key, unique): the retry sees its new state.
 */
const retryablePostgresCodes = new Set(['40001', '40P01', '23503', '23505'])

/** The database cannot be used at the moment, for a reason that no error of a driver states. */
export class Unavailable extends Error {}

/** The work was not begun in time, because the database was slow or a row was locked. */
export class NotInTime extends Error {}

/**
 * The commit was sent and not confirmed: the connection broke, the wait for a synchronous standby ended
 * early, or the disk of SQLite failed. The transaction may be saved, or saved on a server that a
 * failover replaces.
 */
export class CommitUnknown extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'The database did not confirm the commit. It may have been saved: look before you repeat it.',
      options,
    )
  }
}

/** Another session has locked a row or a table for longer than this transaction may wait. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '55P03'

/**
 * The database is unreachable, full, read-only or locked. Nothing was acknowledged, and a retry may
 * succeed.
 */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error) || error instanceof CommitUnknown) return false
  if (error instanceof Unavailable || error instanceof NotInTime) return true
  const sqliteCode = sqliteCodeOf(error)
  if (sqliteCode !== null) return unavailableSqliteCodes.has(primary(sqliteCode))
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof DatabaseError) {
    return unavailablePostgresPrefixes.some((prefix) => code.startsWith(prefix))
  }
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  return (
    unavailableSocketCodes.has(code) ||
    unavailableMessages.test(error.message) ||
    tlsRefusal(error) !== null
  )
}

/** A retry of the same work may succeed. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof DatabaseError && retryablePostgresCodes.has(error.code ?? '')

// https://www.postgresql.org/docs/current/errcodes-appendix.html: duplicate table, object, function
const existingCodes = new Set(['42P07', '42710', '42723'])

/** A migration met a table of another program. */
export const existsAlready = (error: unknown): boolean =>
  error instanceof DatabaseError && existingCodes.has(error.code ?? '')

const fullSqlite = 13
const fullPostgres = '53100'

/** The disk of the database has no space left. */
export const isFull = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? error.code === fullPostgres
    : primary(sqliteCodeOf(error)) === fullSqlite

/** The server accepts no writes, for instance because it became a standby. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '25006'

// CORRUPT, NOTADB
const damagedSqliteCodes = new Set([11, 26])

/** The file is not a valid SQLite database: only a backup helps. */
export const isDamaged = (error: unknown): boolean =>
  damagedSqliteCodes.has(primary(sqliteCodeOf(error)))

const uniqueViolationSqlite = new Set([1555, 2067])

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? error.code === '23505'
    : uniqueViolationSqlite.has(sqliteCodeOf(error) ?? 0)

const sqliteCodeOf = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : null

/** The low byte is SQLite's primary code; the rest is a detail of it. */
const primary = (code: number | null): number => (code ?? 0) & 0xff
