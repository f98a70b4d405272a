import { useQuery } from '@tanstack/react-query'
import { qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { queryOf, useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress.tsx'
import { ErrorPanel, ProblemLine } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'

const shown = 5
const whileRunningMs = 2000
const otherwiseMs = 15_000

/** Background jobs of this organization with their progress. Hidden without jobs. */
export const JobsPanel = () => {
  const { settings } = useWords()
  const { id: organization_id } = useOrganization()
  const query = { organization_id, limit: shown }
  const { data: open } = useQuery({
    ...queryOf(qpr.jobs.list, { ...query, open: 'true' }),
    refetchInterval: ({ state }) => (state.data?.total ? whileRunningMs : otherwiseMs),
  })
  const { data, error, refetch } = useQuery({
    ...queryOf(qpr.jobs.list, query),
    refetchInterval: open?.total ? whileRunningMs : otherwiseMs,
  })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data || data.jobs.length === 0) return null
  return (
    <div className="mt-10">
      <Section title={settings.jobs.title} text={settings.jobs.text}>
        <ul className="grid gap-3">
          {data.jobs.map((job) => (
            <JobItem key={job.id} job={job} />
          ))}
        </ul>
      </Section>
    </div>
  )
}

const JobItem = ({ job }: { job: Schema<'Job'> }) => {
  const { settings, ui } = useWords()
  const { number } = useFormat()
  const may = useMay()
  const cancel = useChange(qpr.jobs.cancel, { changes: ['/v1/jobs'] })
  const { id, kind, subject_name, status, rows_done, rows_total, finished_at } = job
  const label = settings.jobs.kinds[kind](subject_name)
  const isOpen = finished_at === null
  return (
    <li className="card p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 font-medium wrap-anywhere">{label}</p>
        {job.cancellable && may('jobs:write') && (
          <Button isPending={cancel.isPending} onClick={() => cancel.mutate([id])}>
            {ui.cancel}
          </Button>
        )}
      </div>
      {isOpen && rows_total !== null && (
        <div className="mt-3">
          <ProgressBar label={label} done={rows_done} total={rows_total} />
        </div>
      )}
      <p className="mt-2 text-small text-muted">
        {settings.jobs.statuses[status]}{' '}
        {isOpen ? (
          rows_total !== null && settings.jobs.doneOf(number(rows_done), number(rows_total))
        ) : (
          <Time at={finished_at} />
        )}
      </p>
      {job.last_error !== null && (
        <p className="mt-1 text-small text-danger">{settings.jobs.retried}</p>
      )}
      {cancel.error && <ProblemLine error={cancel.error} />}
    </li>
  )
}
