import { readContext, type Service } from '../../platform/context.ts'
import type { Chore } from '../../platform/jobs/chore.ts'
import { deleteRelatedRows } from './deletion.ts'
import { abandonSource } from './publishing.ts'
import { readFileStep } from './read-file.ts'
import { readWebsiteStep } from './read-website.ts'
import { jobChange } from './source-jobs.ts'
import { find, lock, update } from './sources.store.ts'

/** The jobs that read a source and that delete its data. */
export const knowledgeJobHandlers = (service: Service) => {
  const context = readContext(service, null)
  return {
    process_knowledge: {
      cannotCancel: 'Delete the source instead.',
      async step(step) {
        const source = await find(context.db, step.assignment.subjectId)
        if (source?.kind === 'file') return await readFileStep(context, step, source)
        if (source?.url) return await readWebsiteStep(context, step, source)
        await step.save(async () => ({ rows: 0, isDone: true }))
        return undefined
      },
      async giveUp(tx, subjectId, cause) {
        const source = await lock(tx.db, subjectId)
        if (source) await abandonSource(jobChange(service, tx), source, cause)
      },
      resume: (tx, subjectId) => update(tx.db, subjectId, { status: 'processing', reason: null }),
    },
    delete_knowledge: {
      cannotCancel: 'Deleted data cannot be restored, so this job runs to its end.',
      async step({ most, save }) {
        await save((tx, { subjectId }) => deleteRelatedRows(tx, subjectId, most))
        return undefined
      },
    },
  } satisfies Record<string, Chore>
}
