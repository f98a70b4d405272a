import type { Change, Context } from '../context.ts'
import type { JobKind } from '../store/tables.ts'

/** The part of a job that its handler sees. */
interface Assignment {
  organizationId: string
  subjectId: string
  /** The position after the last step, as the handler saved it; empty at the beginning. */
  state: Record<string, unknown>
}

export interface JobProgress {
  rows: number
  state?: Record<string, unknown>
  isDone: boolean
  /** What a job that is done has left out, as a sentence for owners. */
  leftOut?: string | null
}

/** A step failed for a reason that owners may read. The message is a sentence. */
export class StepFailure extends Error {}

/**
 * One step of a job: a short transaction that handles about `maxRows` rows. `save` runs it and stores
 * its result in the same transaction, so that a step happens exactly once, even after a crash.
 */
export interface JobStep {
  assignment: Assignment
  maxRows: number
  /** Waits for another machine or process. Meanwhile the runner runs steps of other organizations. */
  outside<T>(wait: () => Promise<T>): Promise<T>
  save(work: (change: Change<unknown>, current: Assignment) => Promise<JobProgress>): Promise<void>
}

export interface JobHandler {
  /** The reason why the job cannot be cancelled, as a sentence; null when it can. */
  cannotCancel: string | null
  /** Returns the milliseconds to wait if the job cannot continue now. */
  step(context: Context<unknown>, step: JobStep): Promise<number | undefined>
  /** Called when the job is parked or cancelled: its subject must not wait for it any longer. */
  giveUp?(change: Change<unknown>, subjectId: string, cause: 'crashed' | 'cancelled'): Promise<void>
  /** Called when a parked job is retried. */
  resume?(change: Change<unknown>, subjectId: string): Promise<void>
}

/** The handler of a job that deletes rows in steps until none is left. */
export const deletionJob = (
  deletePart: (
    change: Change<unknown>,
    assignment: Assignment,
    maxRows: number,
  ) => Promise<JobProgress>,
): JobHandler => ({
  cannotCancel: 'Deleted data cannot be restored, so this job runs to its end.',
  async step(_context, { maxRows, save }) {
    await save((change, assignment) => deletePart(change, assignment, maxRows))
    return undefined
  },
})

export type JobHandlers = Record<JobKind, JobHandler>

declare module '../context.ts' {
  interface Service {
    jobHandlers: JobHandlers
  }
}

/**
 * Handles at most `maxRows` rows and returns their number. A smaller number means that nothing is
 * left.
 */
export type Stage = (change: Change<unknown>, maxRows: number) => Promise<number>

/** Runs stages one after the other, within one transaction and one budget of rows. */
export const runStages = async (
  change: Change<unknown>,
  stages: Stage[],
  maxRows: number,
): Promise<JobProgress> => {
  let rows = 0
  for (const stage of stages) {
    rows += await stage(change, maxRows - rows)
    if (rows >= maxRows) return { rows, isDone: false }
  }
  return { rows, isDone: true }
}
