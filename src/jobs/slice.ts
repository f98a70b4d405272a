import type { Change } from '../http/change.ts'
import type { Access } from '../organizations/access.ts'
import type { LoggedBase } from '../storage/database.ts'
import type { JobKind } from '../storage/tables.ts'
import type { Chore } from './chore.ts'
import { jobRoutes } from './jobs.routes.ts'
import { createJobs } from './jobs.ts'
import { createRunner } from './runner.ts'

interface JobsDeps extends LoggedBase {
  access: Access
  change: Change
  chores: Record<JobKind, Chore>
}

/** Background jobs. */
export const createJobsSlice = (deps: JobsDeps) => {
  const jobs = createJobs(deps)
  return {
    rules: { jobs, runner: createRunner(deps) },
    api: jobRoutes({ ...deps, jobs }),
  }
}
