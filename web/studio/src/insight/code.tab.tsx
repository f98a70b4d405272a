import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay, useOrganization } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import { ExportMenu } from '../ui/export-menu.tsx'
import { utcSinceOf } from '../ui/period.ts'
import { ErrorPanel } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { BusyHours } from './busy-hours.tsx'
import { PeriodSwitch, usualPeriod } from './period-switch.tsx'
import { Report } from './report.tsx'
import { figuresOf } from './scope.ts'
import { TopQuestions } from './top-questions.tsx'

const route = getRouteApi('/$slug/codes/$id/insight')

/** What happens with one code. */
export const CodeInsightTab = () => {
  const { insight: words } = useWords()
  const { id: organization_id } = useOrganization()
  const may = useMay()
  const { id } = route.useParams()
  const { period = usualPeriod } = route.useSearch()
  const scope = { organization_id, qpr_code_id: id }
  const { data, error, refetch } = useApi(
    '/v1/qpr-codes/{id}/analytics',
    { params: { path: { id }, query: figuresOf(period) } },
    { placeholderData: keepPreviousData },
  )
  return (
    <>
      <h2 className="sr-only">{words.title}</h2>
      <div className="mb-6 flex flex-wrap justify-between gap-3">
        <PeriodSwitch shown={period} />
        {may('scans:export') && (
          <ExportMenu path="/v1/scans/export" query={{ ...scope, since: utcSinceOf(period) }} />
        )}
      </div>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Report scope={scope} period={period} analytics={data}>
          <BusyHours scope={scope} period={period} />
          <TopQuestions scope={scope} period={period} />
        </Report>
      )}
    </>
  )
}
