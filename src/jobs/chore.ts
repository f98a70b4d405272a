import type { Transaction } from '../storage/database.ts'

/** What a chore knows of its job. */
interface Assignment {
  subjectId: string
  /** Where the last step ended, as the chore itself wrote it; empty at the beginning. */
  state: Record<string, unknown>
}

export interface Progress {
  rows: number
  state?: Record<string, unknown>
  isDone: boolean
}

/**
 * One step of a job: a short transaction that handles about `most` rows. `save` runs it, and keeps
 * what it reports in the same transaction: a step is done once, whoever is killed when.
 */
export interface Step {
  assignment: Assignment
  most: number
  save(work: (tx: Transaction, current: Assignment) => Promise<Progress>): Promise<void>
}

export interface Chore {
  /** Why it cannot be cancelled, in a sentence; null: it can. */
  cannotCancel: string | null
  /** Answers the milliseconds to wait where it cannot go on now. */
  step(step: Step): Promise<number | undefined>
}

/** Handles at most so many rows and answers how many; fewer: nothing is left. */
export type Stage = (tx: Transaction, most: number) => Promise<number>

/** One after the other, within one transaction and one budget of rows. */
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
