import type { Transaction } from '../store/database.ts'

/** The part of a job that a chore sees. */
interface Assignment {
  subjectId: string
  /** The position after the last step, as the chore saved it; empty at the beginning. */
  state: Record<string, unknown>
}

export interface Progress {
  rows: number
  state?: Record<string, unknown>
  isDone: boolean
}

/**
 * One step of a job: a short transaction that handles about `most` rows. `save` runs it and stores
 * its result in the same transaction, so that a step happens exactly once, even after a crash.
 */
export interface Step {
  assignment: Assignment
  most: number
  /** Waits for another machine or process. Meanwhile the runner runs steps of other organizations. */
  outside<T>(wait: () => Promise<T>): Promise<T>
  save(work: (tx: Transaction, current: Assignment) => Promise<Progress>): Promise<void>
}

export interface Chore {
  /** The reason why the job cannot be cancelled, as a sentence; null when it can. */
  cannotCancel: string | null
  /** Returns the milliseconds to wait if the job cannot continue now. */
  step(step: Step): Promise<number | undefined>
  /** Called when the job is parked or cancelled: its subject must not wait for it any longer. */
  giveUp?(tx: Transaction, subjectId: string, cause: 'crashed' | 'cancelled'): Promise<void>
  /** Called when a parked job is retried. */
  resume?(tx: Transaction, subjectId: string): Promise<void>
}

/**
 * Handles at most `most` rows and returns their number. A smaller number means that nothing is
 * left.
 */
export type Stage = (tx: Transaction, most: number) => Promise<number>

/** Runs stages one after the other, within one transaction and one budget of rows. */
export const runStages = async (
  tx: Transaction,
  stages: Stage[],
  most: number,
): Promise<Progress> => {
  let rows = 0
  for (const stage of stages) {
    rows += await stage(tx, most - rows)
    if (rows >= most) return { rows, isDone: false }
  }
  return { rows, isDone: true }
}
