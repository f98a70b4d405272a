import type { DatabaseSync } from 'node:sqlite'

export type DurableReader = ReturnType<typeof createDurableReader>

/**
 * Keeps a commit from the reader until the commit is on disk: otherwise a response could show a
 * change that a power cut takes back. A commit that the disk refused is not shown until the next
 * start.
 */
export const createDurableReader = (reader: DatabaseSync) => {
  const begin = reader.prepare('begin')
  // The snapshot of a transaction is taken with its first read.
  const read = reader.prepare('select 1 from sqlite_schema limit 1')
  const end = reader.prepare('commit')
  return {
    /** The reader stays at the current state. */
    pin() {
      begin.run()
      read.get()
    },
    /** The reader sees the latest commit. */
    release() {
      if (reader.isOpen && reader.isTransaction) end.run()
    },
  }
}
