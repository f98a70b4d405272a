// The job entries of roles.operations.ts.
import { addJob } from '../src/features/jobs/jobs.ts'
import { runUnaudited } from '../src/platform/change.ts'
import type { Given, Operation } from './roles.operations.ts'

/** A job that can be cancelled, and that does not run. */
const jobPath = async ({ service, organizationId }: Given, changes: { status?: 'parked' } = {}) => {
  const id = await runUnaudited(service.internals, (change) =>
    addJob(change, {
      kind: 'rebuild_analytics',
      organizationId,
      subjectId: `analytics ${Math.random()}`,
      subjectName: 'analytics',
      userId: null,
      total: null,
    }),
  )
  await service.database.transaction(({ db }) =>
    db
      .updateTable('jobs')
      .set({
        due_at: Date.parse('2199-01-01T00:00:00Z'),
        claim: 'nobody',
        finished_at: null,
        ...changes,
      })
      .where('id', '=', id)
      .execute(),
  )
  return `/v1/jobs/${id}`
}

export const jobOperations: Record<string, Operation> = {
  'GET /v1/jobs': {
    permission: 'jobs:read',
    request: async ({ organizationId }) => ({ path: `/v1/jobs?organization_id=${organizationId}` }),
  },
  'GET /v1/jobs/{id}': {
    permission: 'jobs:read',
    request: async (given) => ({ path: await jobPath(given) }),
  },
  'POST /v1/jobs/{id}/cancel': {
    permission: 'jobs:write',
    request: async (given) => ({ path: `${await jobPath(given)}/cancel` }),
  },
  'POST /v1/jobs/{id}/retry': {
    permission: 'jobs:write',
    request: async (given) => ({ path: `${await jobPath(given, { status: 'parked' })}/retry` }),
  },
}
