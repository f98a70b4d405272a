import { cancelAnyJob, listAllJobs, retryAnyJob } from '../features/jobs/jobs.ts'
import { byCommand, runChange } from '../platform/change.ts'
import { readContext } from '../platform/context.ts'
import { type Output, oneLine, print, printJson } from './command.ts'
import { readService, withService } from './session.ts'

type ListedJob = Awaited<ReturnType<typeof listAllJobs>>[number]

export const list = ({ json }: Output) =>
  readService(async ({ service }) => {
    const all = await listAllJobs(readContext(service, null), 50)
    if (json) return printJson({ jobs: all.map(shown) })
    if (all.length === 0) print('There are no jobs.')
    for (const job of all) print(lineOf(job))
  })

export const cancel = (id: string, { force, json }: Output & { force?: true | undefined }) =>
  withService(async ({ service }) => {
    await runChange(service, null, byCommand('cancelJob', null), (change) =>
      cancelAnyJob(change, id, force === true),
    )
    if (json) printJson({ id, cancelled: true })
    else print(`${id} is cancelled.`)
  })

export const retry = (id: string, { json }: Output) =>
  withService(async ({ service }) => {
    await runChange(service, null, byCommand('retryJob', null), (change) => retryAnyJob(change, id))
    if (json) printJson({ id, retried: true })
    else print(`${id} waits for its turn.`)
  })

/** The fields of the documented output, and no others. */
const shown = (job: ListedJob) => ({
  id: job.id,
  kind: job.kind,
  status: job.status,
  subject_id: job.subject_id,
  subject_name: job.subject_name,
  rows_done: job.rows_done,
  rows_total: job.rows_total,
  last_error: job.last_error,
  created_at: job.created_at,
})

const lineOf = (job: ListedJob): string => {
  const of = job.rows_total === null ? '' : ` of about ${job.rows_total}`
  return (
    `${job.id}  ${job.created_at}  ${job.status.padEnd(9)}  ${job.kind}  ${job.rows_done}${of}  ` +
    `${job.subject_id} ${oneLine(job.subject_name)}${job.last_error ? `  ${job.last_error}` : ''}`
  )
}
