import type { DatabaseSync } from 'node:sqlite'
import { collectEffects, type Db, type Transaction } from '../database.ts'

interface Job {
  work: (tx: Transaction) => Promise<unknown>
  effects: ReturnType<typeof collectEffects>
  result: unknown
  resolve(result: unknown): void
  reject(error: unknown): void
}

const maxTogether = 128

/**
 * One writer, one transaction at a time: the query builder is asynchronous, and without a queue a
 * statement of one request could slip into the open transaction of another. What has queued up in
 * one turn of the event loop is committed together, each part in a savepoint of its own: the wait
 * for the disk, which costs most, is shared, and nobody is answered before it is over.
 */
export const createGroupCommit = (file: DatabaseSync, db: Db, committed: () => void) => {
  const begin = file.prepare('begin immediate')
  const commit = file.prepare('commit')
  const rollback = file.prepare('rollback')
  const savepoint = file.prepare('savepoint job')
  const release = file.prepare('release job')
  const rollbackJob = file.prepare('rollback to job')

  const waiting: Job[] = []
  let running: Promise<void> | undefined

  /** Those that may be committed; the others have their answer already. */
  const runAll = async (jobs: Job[]): Promise<Job[]> => {
    const done: Job[] = []
    for (const job of jobs) {
      savepoint.run()
      try {
        job.result = await job.work({ db, engine: 'sqlite', afterCommit: job.effects.afterCommit })
        release.run()
        done.push(job)
      } catch (error) {
        // A full disk rolls back everything, the work of the others too: they must hear of it.
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
      begin.run()
      done = await runAll(jobs)
      commit.run()
    } catch (error) {
      if (file.isTransaction) rollback.run()
      // Those with an answer ignore a second one.
      for (const job of jobs) job.reject(error)
      return
    }
    committed()
    for (const job of done) {
      job.effects.run()
      job.resolve(job.result)
    }
  }

  const runQueue = async () => {
    // Not before the requests of this turn have all been read.
    await new Promise(setImmediate)
    while (waiting.length > 0) await commitTogether(waiting.splice(0, maxTogether))
    running = undefined
  }

  return {
    transaction: <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const take = (result: unknown) => resolve(result as T)
        waiting.push({ work, effects: collectEffects(), result: undefined, resolve: take, reject })
        running ??= runQueue()
      }),
    /** Resolves when nothing waits any more. */
    idle: async () => {
      await running
    },
  }
}
