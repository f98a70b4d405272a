import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../http/callers/actor.ts'
import type { Change } from '../http/change.ts'
import { tagRoutes } from '../http/openapi/openapi.ts'
import { JobPage, JobPath, JobQuery, JobSchema } from './jobs.schema.ts'
import type { Jobs } from './jobs.ts'

interface Options {
  jobs: Jobs
  change: Change
}

export const jobRoutes =
  ({ jobs, change }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Jobs')
    app.get('/v1/jobs', {
      config: { permission: 'jobs:read' },
      schema: {
        operationId: 'listJobs',
        summary: 'List jobs',
        description:
          'The background jobs of one organization, newest first: the rest of deleting a code ' +
          'or an organization, of moving a code, or of rebuilding analytics. The effect of a ' +
          'deletion or a move is visible immediately. Finished jobs are kept for 7 days.',
        querystring: JobQuery,
        response: { 200: JobPage },
      },
      handler: (request) => jobs.list(actorOf(request), request.query),
    })

    app.get('/v1/jobs/:id', {
      config: { permission: 'jobs:read' },
      schema: {
        operationId: 'getJob',
        summary: 'Retrieve a job',
        description: 'Returns the job with its progress.',
        params: JobPath,
        response: { 200: JobSchema },
      },
      handler: (request) => jobs.retrieve(actorOf(request), request.params.id),
    })

    app.post('/v1/jobs/:id/cancel', {
      config: {
        permission: 'jobs:write',
        errors: {
          409: 'The job cannot be cancelled (`job_not_cancellable`) or is finished (`job_finished`).',
        },
      },
      schema: {
        operationId: 'cancelJob',
        summary: 'Cancel a job',
        description:
          'Only a rebuild can be cancelled. Deleted data cannot be restored; to undo a move, ' +
          'move the code back.',
        params: JobPath,
        response: { 200: JobSchema },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => jobs.cancel(tx, actorOf(request), request.params.id)),
    })
  }
