import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useInZone } from '../api/zone.ts'
import { insightRoute } from '../routes.ts'
import { Page } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'
import { Controls, Report, usualPeriod } from './report.tsx'
import { figuresOf } from './scope.ts'
import { TopCodeList, TopQuestionList } from './top-lists.tsx'

/** Scans and conversations of the whole organization. */
export const InsightPage = () => {
  const { insight: words } = useWords()
  const { id: organization_id } = useOrganization()
  const { period = usualPeriod } = insightRoute.useSearch()
  const scope = { organization_id }
  const { query, zone } = useInZone(qpr.analytics.get, (zone) => [
    { organization_id, ...figuresOf(period, zone) },
  ])
  return (
    <Page title={words.title} action={<Controls scope={scope} period={period} />}>
      <Report scope={scope} period={period} query={query} zone={zone}>
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
          <TopQuestionList scope={scope} period={period} />
          <TopCodeList scope={scope} period={period} />
        </div>
      </Report>
    </Page>
  )
}
