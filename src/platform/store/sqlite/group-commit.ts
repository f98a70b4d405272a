import type { DatabaseSync } from 'node:sqlite'
import { createBatcher } from '../../kit/batcher.ts'
import { collectEffects, type Db, type Transaction } from '../database.ts'
import { CommitUnknown } from '../errors.ts'
import { createCheckpoint, type LogSync } from './log-sync.ts'

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
