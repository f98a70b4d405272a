import type { Registry } from 'prom-client'
import { deleteKnowledge, processKnowledge } from '../features/knowledge/job-handlers.ts'
import { embedKnowledge } from '../features/retrieval/embedding.ts'
import { rebuildAnalytics } from '../features/scans/rebuild.ts'
import type { Service } from '../platform/context.ts'
import { createSuspects } from '../platform/jobs/claiming.ts'
import { deletionJob, type JobHandlers, runStages } from '../platform/jobs/handlers.ts'
import { countOpen } from '../platform/jobs/jobs.store.ts'
import { createRunner } from '../platform/jobs/runner.ts'
import { addSharedGauge } from '../platform/kit/gauges.ts'
import { type JobKind, jobKinds } from '../platform/store/tables.ts'
import { deletePartOfCode, stagesOfOrganization } from './deletion.ts'

/** The steps of each kind of job. */
export const jobHandlers: JobHandlers = {
  process_knowledge: processKnowledge,
  embed_knowledge: embedKnowledge,
  delete_knowledge: deleteKnowledge,
  delete_code: deletionJob((change, { subjectId, organizationId }, maxRows) =>
    deletePartOfCode(change, subjectId, organizationId, maxRows),
  ),
  delete_organization: deletionJob((change, { subjectId }, maxRows) =>
    runStages(change, stagesOfOrganization(subjectId), maxRows),
  ),
  rebuild_analytics: { cannotCancel: null, step: rebuildAnalytics },
}

/** Kinds that wait for other machines or for a thread. */
const longKinds: JobKind[] = ['process_knowledge', 'embed_knowledge']

/** Two runners, because long jobs must not delay the others. */
export const createRunners = (service: Service, registry: Registry) => {
  addSharedGauge(
    registry,
    'qpr_jobs_open',
    'Background jobs of the service that wait, run or are parked.',
    () => countOpen(service.database.db),
  )
  const suspects = createSuspects()
  const shortKinds = jobKinds.filter((kind) => !longKinds.includes(kind))
  const runner = createRunner({ service, suspects, kinds: shortKinds, maxConcurrent: 1 })
  const longRunner = createRunner({ service, suspects, kinds: longKinds, maxConcurrent: 2 })
  suspects.onRelease(() => {
    runner.wake()
    longRunner.wake()
  })
  return { runner, longRunner }
}
