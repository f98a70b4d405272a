import type { DatabaseSync } from 'node:sqlite'

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
