import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process serves the same file. */
export class FileInUse extends Error {
  constructor(path: string) {
    super(
      `Another QPR process is using ${path}. SQLite serves only one process: stop the other ` +
        'one, or use PostgreSQL for several processes with DATABASE_URL=postgres://…',
    )
  }
}

export interface Lock {
  release(): void
}

/**
 * A lock of the operating system, held by an open transaction on a file beside the database. It
 * ends with the process, even after a crash, so no stale lock remains.
 */
export const lockFile = (databasePath: string): Lock => {
  mkdirSync(dirname(databasePath), { recursive: true })
  const lock = new DatabaseSync(`${databasePath}.lock`, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new FileInUse(databasePath)
  }
  return { release: () => lock.close() }
}
