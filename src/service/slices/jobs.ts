import type { Registry } from 'prom-client'
import { jobRoutes } from '../../features/jobs/jobs.routes.ts'
import { createJobs } from '../../features/jobs/jobs.ts'
import type { Access } from '../../features/organizations/access.ts'
import type { Chore } from '../../platform/jobs/chore.ts'
import { countOpen } from '../../platform/jobs/jobs.store.ts'
import { createRunner } from '../../platform/jobs/runner.ts'
import { createSuspects } from '../../platform/jobs/suspects.ts'
import { addSharedGauge } from '../../platform/kit/gauges.ts'
import type { LoggedBase } from '../../platform/store/database.ts'
import { type JobKind, jobKinds } from '../../platform/store/tables.ts'

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
