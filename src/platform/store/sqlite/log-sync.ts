import { close, fdatasync, open } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

const openFile = promisify(open)
const syncFile = promisify(fdatasync)
const closeFile = promisify(close)

/** The code of SQLite for a disk that fails. */
const ioError = 10

/** The disk has refused to store a commit. Nothing is written until the next start. */
class LogNotStored extends Error {
  readonly errcode = ioError
  constructor(cause: unknown) {
    super('the disk did not store the write-ahead log: restart the service', { cause })
  }
}

export type LogSync = ReturnType<typeof createLogSync>

/**
 * Waits until the write-ahead log is on disk, in a thread of the file system, while the event loop
 * handles other requests. SQLite's `synchronous = full` makes the same call inside of a commit, and
 * blocks the event loop with it.
 */
export const createLogSync = (databasePath: string, sync = syncFile) => {
  let log: number | undefined
  let failure: LogNotStored | undefined

  const assertWorks = () => {
    if (failure) throw failure
  }

  return {
    /** After a failure the kernel may have dropped the data, so a second try could succeed falsely. */
    assertWorks,
    /** Stores every commit that has returned. */
    async store() {
      assertWorks()
      try {
        log ??= await openFile(`${databasePath}-wal`, 'r+')
        await sync(log)
      } catch (error) {
        failure = new LogNotStored(error)
        throw failure
      }
    },
    async close() {
      if (log !== undefined) await closeFile(log)
    },
  }
}

/** 4 MB, the size at which SQLite moves the log into the database by default. */
const dueFrames = 1000

/**
 * Moves the write-ahead log into the database when it is long. SQLite would do this inside of a
 * commit, while the reader still needs the state before the commit: the log could never be emptied.
 */
export const createCheckpoint = (writer: DatabaseSync) => {
  writer.exec('pragma wal_autocheckpoint = 0')
  // Before SQLite 3.51 this mode does not exist, and the statement is a checkpoint itself.
  const status = writer.prepare('pragma wal_checkpoint(noop)')
  const move = writer.prepare('pragma wal_checkpoint(passive)')
  return {
    isDue(): boolean {
      const { log, checkpointed } = status.get() as { log: number; checkpointed: number }
      return log - checkpointed >= dueFrames
    },
    run: () => void move.get(),
  }
}
