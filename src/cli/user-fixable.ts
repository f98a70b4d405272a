import { DatabaseError } from 'pg'
import { ScriptNotBuilt } from '../features/page/script.ts'
import { Problem } from '../platform/http/problem.ts'
import { UnusableBackup } from '../platform/store/backup.ts'
import { CopyDiffers } from '../platform/store/copy/copy.ts'
import { CommitUnknown, existsAlready, isDamaged, isUnavailable } from '../platform/store/errors.ts'
import { MigrationBlocked } from '../platform/store/migrations/migrate-live.ts'
import { SchemaTooNew } from '../platform/store/migrations/migrations.ts'
import { FileInUse } from '../platform/store/open.ts'
import { tlsRefusal, UnusableTls } from '../platform/store/postgres/tls.ts'
import { IncompleteCopy, UnusableSecret, WrongSecret } from '../service/installation.ts'
import { CommandError } from './command.ts'

const plainEnough = [
  FileInUse,
  SchemaTooNew,
  MigrationBlocked,
  UnusableTls,
  ScriptNotBuilt,
  WrongSecret,
  UnusableSecret,
  UnusableBackup,
  IncompleteCopy,
  CopyDiffers,
  CommitUnknown,
  // A rule of the service refused the command.
  Problem,
]

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: insufficient privilege */
const notAllowed = '42501'

/** Errors that the user can fix become one line. A bug keeps its stack trace. */
export const userFixable = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  if (plainEnough.some((kind) => error instanceof kind)) return new CommandError(error.message)
  // Before the database errors: a missing or unreadable file has the clearest message.
  if ('syscall' in error && 'path' in error) {
    return new CommandError(`${error.message}. Run qpr doctor for details.`)
  }
  const refusal = tlsRefusal(error)
  if (refusal !== null) return new CommandError(refusal)
  if (existsAlready(error)) {
    return new CommandError(
      `The database has tables of another program (${error.message}). Use an empty database.`,
    )
  }
  if (error instanceof DatabaseError && error.code === notAllowed) {
    return new CommandError(
      `The user of DATABASE_URL may not do this: ${error.message}. Make it the owner of the database.`,
    )
  }
  if (isUnavailable(error)) {
    return new CommandError(`The database cannot be reached or is not writable: ${reason(error)}`)
  }
  if (isDamaged(error)) {
    return new CommandError(`The database is damaged: ${error.message}. Restore a backup.`)
  }
  return 'syscall' in error ? new CommandError(error.message) : error
}

/** When several addresses were tried, each has its own reason. */
const reason = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map(({ message }) => message).join(', ')
    : error.message
