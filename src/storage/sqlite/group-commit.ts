import type { DatabaseSync } from 'node:sqlite'
import { createBatcher } from '../../kit/batcher.ts'
import { collectEffects, type Db, type Transaction } from '../database.ts'
import { createCheckpoint } from './checkpoint.ts'
import type { DurableReader } from './durable-reader.ts'
import type { LogSync } from './log-sync.ts'

interface Job {
  work: (tx: Transaction) => Promise<unknown>
  effects: ReturnType<typeof collectEffects>
  result: unknown
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
 * of the event loop are committed together, each in its own savepoint, so that they share the wait
 * for the disk. No job resolves, and no reader sees it, before the commit is on disk. See
 * docs/group-commit.md.
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

  /** Returns the jobs to commit. A failed job is rolled back and rejected at once. */
  const runAll = async (jobs: Job[]): Promise<Job[]> => {
    const done: Job[] = []
    for (const job of jobs) {
      savepoint.run()
      try {
        const { afterCommit } = job.effects
        job.result = await job.work({ db, engine: 'sqlite', afterCommit, last: (send) => send() })
        release.run()
        done.push(job)
      } catch (error) {
        // A full disk rolls back the whole transaction, so every job in it has failed.
        if (!file.isTransaction) throw error
        rollbackJob.run()
        release.run()
        job.reject(error)
      }
    }
    return done
  }

  const commitTogether = async (jobs: Job[]) => {
    let done: Job[]
    try {
      log.assertWorks()
      begin.run()
      done = await runAll(jobs)
      reader.hold()
      commit.run()
      await log.store()
    } catch (error) {
      if (file.isTransaction) rollback.run()
      // A job that is already settled ignores this.
      for (const job of jobs) job.reject(error)
      return
    } finally {
      reader.release()
    }
    committed()
    for (const job of done) {
      job.effects.run()
      job.resolve(job.result)
    }
    if (checkpoint.isDue()) {
      // The responses leave first.
      await new Promise(setImmediate)
      checkpoint.run()
    }
  }

  const jobs = createBatcher<Job>({ most: maxTogether, handle: commitTogether })

  return {
    transaction: <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const take = (result: unknown) => resolve(result as T)
        jobs.add({ work, effects: collectEffects(), result: undefined, resolve: take, reject })
      }),
    /** The number of jobs that are not committed yet. */
    count: jobs.count,
    /** Resolves when no job is left. */
    idle: jobs.idle,
  }
}
