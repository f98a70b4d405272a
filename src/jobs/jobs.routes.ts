import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../http/callers/actor.ts'
import type { Change } from '../http/change.ts'
import { JobPage, JobPath, JobQuery, JobSchema } from './jobs.schema.ts'
import type { Jobs } from './jobs.ts'

interface Options {
  jobs: Jobs
  change: Change
  roles: Record<'jobs:read' | 'jobs:write', readonly string[]>
}

export const jobRoutes =
  ({ jobs, change, roles }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/v1/jobs', {
      config: { roles: roles['jobs:read'] },
      schema: {
        operationId: 'listJobs',
        summary: 'List jobs',
        description:
          'Long work of one organization that goes on in the background, newest first: the rest ' +
          'of deleting a code or an organization, of moving a code, of rebuilding analytics. The ' +
          'effect itself is visible at once. Finished jobs are kept for 7 days.',
        tags: ['Jobs'],
        querystring: JobQuery,
        response: { 200: JobPage },
      },
      handler: (request) => jobs.list(actorOf(request), request.query),
    })

    app.get('/v1/jobs/:id', {
      config: { roles: roles['jobs:read'] },
      schema: {
        operationId: 'getJob',
        summary: 'Retrieve a job',
        description: 'With how far it has come.',
        tags: ['Jobs'],
        params: JobPath,
        response: { 200: JobSchema },
      },
      handler: (request) => jobs.retrieve(actorOf(request), request.params.id),
    })

    app.post('/v1/jobs/:id/cancel', {
      config: {
        roles: roles['jobs:write'],
        errors: {
          409: 'It cannot be cancelled (`job_not_cancellable`) or is finished (`job_finished`).',
        },
      },
      schema: {
        operationId: 'cancelJob',
        summary: 'Cancel a job',
        description:
          'Only where that is safe: a rebuild can be cancelled. What is deleted cannot be brought ' +
          'back, and a move is undone by moving the code back.',
        tags: ['Jobs'],
        params: JobPath,
        response: { 200: JobSchema },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => jobs.cancel(tx, actorOf(request), request.params.id)),
    })
  }
