import { routes } from '../../platform/http/routes.ts'
import {
  cancelJob,
  JobPath,
  JobQuery,
  JobSchema,
  listJobs,
  PageOfJobs,
  retrieveJob,
  retryJob,
} from './jobs.ts'

export const jobRoutes = routes('Jobs', (app) => {
  app.get('/v1/jobs', {
    operationId: 'listJobs',
    summary: 'List jobs',
    description:
      'The background jobs of one organization, newest first: the rest of deleting a code ' +
      'or an organization, of rebuilding analytics, or of reading a source. The effect of a ' +
      'deletion is visible immediately. A job during which the service ended unexpectedly ' +
      'twice is `parked`. Finished jobs are kept for 7 days.',
    permission: 'jobs:read',
    querystring: JobQuery,
    response: { 200: PageOfJobs },
    read: (context, request) => listJobs(context, request.query),
  })

  app.get('/v1/jobs/:id', {
    operationId: 'getJob',
    summary: 'Retrieve a job',
    description: 'Returns the job with its progress.',
    permission: 'jobs:read',
    params: JobPath,
    response: { 200: JobSchema },
    read: (context, request) => retrieveJob(context, request.params.id),
  })

  app.post('/v1/jobs/:id/cancel', {
    operationId: 'cancelJob',
    summary: 'Cancel a job',
    description: 'Only a rebuild can be cancelled. Deleted data cannot be restored.',
    permission: 'jobs:write',
    errors: {
      409: 'The job cannot be cancelled (`job_not_cancellable`) or is finished (`job_finished`).',
    },
    params: JobPath,
    response: { 200: JobSchema },
    change: (change, request) => cancelJob(change, request.params.id),
  })

  app.post('/v1/jobs/:id/retry', {
    operationId: 'retryJob',
    summary: 'Retry a parked job',
    description:
      'The job continues after its last complete step. If the service ends unexpectedly twice ' +
      'again during the job, it is parked again.',
    permission: 'jobs:write',
    errors: { 409: 'The job is not parked (`job_not_parked`).' },
    params: JobPath,
    response: { 200: JobSchema },
    change: (change, request) => retryJob(change, request.params.id),
  })
})
