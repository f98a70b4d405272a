import { keepPreviousData } from '@tanstack/react-query'
import { useMay, useOrganization } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import { ExportMenu } from '../ui/export-menu.tsx'
import { Page } from '../ui/page.tsx'
import { utcSinceOf } from '../ui/period.ts'
import { ErrorPanel } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { BusyHours } from './busy-hours.tsx'
import { PeriodSwitch, usualPeriod } from './period-switch.tsx'
import { Report } from './report.tsx'
import { insightRoute } from './routes.ts'
import { figuresOf } from './scope.ts'
import { TopCodes } from './top-codes.tsx'
import { TopQuestions } from './top-questions.tsx'

/** What happens in the whole organization. */
export const InsightPage = () => {
  const { insight: words } = useWords()
  const { id: organization_id } = useOrganization()
  const may = useMay()
  const { period = usualPeriod } = insightRoute.useSearch()
  const scope = { organization_id }
  const { data, error, refetch } = useApi(
    '/v1/analytics',
    { params: { query: { organization_id, ...figuresOf(period) } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Page
      title={words.title}
      action={
        <>
          <PeriodSwitch shown={period} />
          {may('scans:export') && (
            <ExportMenu
              path="/v1/scans/export"
              query={{ organization_id, since: utcSinceOf(period) }}
            />
          )}
        </>
      }
    >
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Report scope={scope} period={period} analytics={data}>
          <BusyHours scope={scope} period={period} />
          <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
            <TopQuestions scope={scope} period={period} />
            <TopCodes organizationId={organization_id} period={period} />
          </div>
        </Report>
      )}
    </Page>
  )
}
