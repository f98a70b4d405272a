import type { Registry } from 'prom-client'
import { addSharedGauge } from '../kit/gauges.ts'
import type { Access } from '../organizations/access.ts'
import type { LoggedBase } from '../storage/database.ts'
import { type JobKind, jobKinds } from '../storage/tables.ts'
import type { Chore } from './chore.ts'
import { jobRoutes } from './jobs.routes.ts'
import { countOpen } from './jobs.store.ts'
import { createJobs } from './jobs.ts'
import { createRunner } from './runner.ts'
import { createSuspects } from './suspects.ts'

interface JobsDeps extends LoggedBase {
  access: Access
  chores: Record<JobKind, Chore>
  registry: Registry
}

const isLong = (kind: JobKind): boolean =>
  kind === 'process_knowledge' || kind === 'embed_knowledge'

/** Background jobs. */
export const createJobsSlice = (deps: JobsDeps) => {
  const jobs = createJobs(deps)
  addSharedGauge(
    deps.registry,
    'qpr_jobs_open',
    'Background jobs of the service that wait, run or are parked.',
    () => countOpen(deps.database.db),
  )
  const suspects = createSuspects()
  const runnerOf = (kinds: JobKind[], maxConcurrent: number) =>
    createRunner({ ...deps, suspects, kinds, maxConcurrent })
  const rules = {
    jobs,
    runner: runnerOf(
      jobKinds.filter((kind) => !isLong(kind)),
      1,
    ),
    /** For jobs that wait for other machines or for a thread. */
    longRunner: runnerOf(jobKinds.filter(isLong), 2),
  }
  suspects.onRelease(() => {
    rules.runner.wake()
    rules.longRunner.wake()
  })
  return {
    rules,
    api: jobRoutes(jobs),
  }
}
