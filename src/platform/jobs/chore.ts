import type { JobHandler, Step } from './handlers.ts'

export type { Progress, Step } from './handlers.ts'

/** A handler of the features that are not functions of a context yet. */
export interface Chore extends Omit<JobHandler, 'step'> {
  step(step: Step): Promise<number | undefined>
}
