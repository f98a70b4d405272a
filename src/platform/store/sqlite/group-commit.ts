import { close, fdatasync, open } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { createBatcher } from '../../kit/batcher.ts'
import { collectEffects, type Db, type Transaction } from '../database.ts'
import { CommitUnknown } from '../errors.ts'

interface Job {
  work: (tx: Transaction) => Promise<unknown>
  effects: ReturnType<typeof collectEffects>
  result: unknown
  hasFailed: boolean
  resolve(result: unknown): void
  reject(error: unknown): void
}

interface GroupCommitOptions {
  file: DatabaseSync
  db: Db
  log: LogSync
  reader: DurableReader
  /** Called when a group is on disk, before its jobs resolve. */
  committed: () => void
}

const maxTogether = 128

/**
 * One writer, one transaction at a time: the query builder is asynchronous, and without a queue a
 * statement of one request could run inside the open transaction of another. The jobs of one turn
 * of the event loop are committed together, so that they share the wait for the disk. No job
 * resolves, and no reader sees it, before the commit is on disk. See docs/internals.md.
 */
export const createGroupCommit = (options: GroupCommitOptions) => {
  const { file, db, log, reader, committed } = options
  const checkpoint = createCheckpoint(file)
  const begin = file.prepare('begin immediate')
  const commit = file.prepare('commit')
  const rollback = file.prepare('rollback')
  const savepoint = file.prepare('savepoint job')
  const release = file.prepare('release job')
  const rollbackJob = file.prepare('rollback to job')
  const totalChanges = file.prepare('select total_changes() as rows')
  const changedRows = () => totalChanges.get()?.rows

  /** False when the job has failed, which it learns at once. */
  const run = async (job: Job): Promise<boolean> => {
    job.effects = collectEffects()
    const { afterCommit } = job.effects
    try {
      job.result = await job.work({ db, engine: 'sqlite', afterCommit, last: (send) => send() })
    } catch (error) {
      // A full disk rolls back the whole transaction, so every job in it has failed.
      if (!file.isTransaction) throw error
      job.hasFailed = true
      job.reject(error)
    }
    return !job.hasFailed
  }

  /**
   * Without savepoints, because each savepoint copies every page that its job changes. False when a
   * job failed after it had changed rows, which only a rollback of all jobs can undo.
   */
  const runFreely = async (jobs: Job[]): Promise<boolean> => {
    for (const job of jobs) {
      const before = changedRows()
      if (!(await run(job)) && changedRows() !== before) return false
    }
    return true
  }

  const runInSavepoints = async (jobs: Job[]) => {
    for (const job of jobs) {
      savepoint.run()
      if (!(await run(job))) rollbackJob.run()
      release.run()
    }
  }

  const commitUnseen = () => {
    try {
      reader.pin()
      commit.run()
    } catch (error) {
      reader.release()
      throw error
    }
  }

  const isLeft = ({ hasFailed }: Job) => !hasFailed

  const commitTogether = async (jobs: Job[]) => {
    try {
      log.assertWorks()
      begin.run()
      if (!(await runFreely(jobs))) {
        rollback.run()
        begin.run()
        await runInSavepoints(jobs.filter(isLeft))
      }
      commitUnseen()
    } catch (error) {
      if (file.isOpen && file.isTransaction) rollback.run()
      // A job that is already settled ignores this.
      for (const job of jobs) job.reject(error)
      return
    }
    try {
      await log.store()
    } catch (cause) {
      // The reader stays at the state before, and the log accepts no further commit.
      const unknown = new CommitUnknown({ cause })
      for (const job of jobs) job.reject(unknown)
      return
    }
    reader.release()
    committed()
    for (const job of jobs.filter(isLeft)) {
      job.effects.run()
      job.resolve(job.result)
    }
    if (checkpoint.isDue()) {
      // The responses leave first.
      await new Promise(setImmediate)
      checkpoint.run()
    }
  }

  const jobs = createBatcher<Job>({ maximum: maxTogether, handle: commitTogether })

  return {
    transaction: <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const take = (result: unknown) => resolve(result as T)
        const effects = collectEffects()
        jobs.add({ work, effects, result: undefined, hasFailed: false, resolve: take, reject })
      }),
    /** The number of jobs that are not committed yet. */
    count: jobs.count,
    /** Resolves when no job is left. */
    idle: jobs.idle,
  }
}

type DurableReader = ReturnType<typeof createDurableReader>

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
const createCheckpoint = (writer: DatabaseSync) => {
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
