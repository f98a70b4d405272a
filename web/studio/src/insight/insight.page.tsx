import { Link } from '@tanstack/react-router'
import { type Period, periods } from '#contract/periods.ts'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useFiltered } from '../api/read.ts'
import { codeInsightRoute, insightRoute } from '../routes.ts'
import { ExportMenu } from '../ui/export-menu.tsx'
import { Page } from '../ui/page.tsx'
import { utcSinceOf } from '../ui/period.ts'
import { useWords } from '../words/words.tsx'
import { Report } from './report.tsx'
import { figuresOf, type Scope } from './scope.ts'
import { TopCodes, TopQuestions } from './top-lists.tsx'

const usualPeriod: Period = '30d'

/** Scans and conversations of the whole organization. */
export const InsightPage = () => {
  const { insight: words } = useWords()
  const { id: organization_id } = useOrganization()
  const { period = usualPeriod } = insightRoute.useSearch()
  const scope = { organization_id }
  const query = useFiltered(qpr.analytics.get, { organization_id, ...figuresOf(period) })
  return (
    <Page title={words.title} action={<Controls scope={scope} period={period} />}>
      <Report scope={scope} period={period} query={query}>
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
          <TopQuestions scope={scope} period={period} />
          <TopCodes scope={scope} period={period} />
        </div>
      </Report>
    </Page>
  )
}

/** Scans and conversations of one code. */
export const CodeInsightTab = () => {
  const { insight: words } = useWords()
  const { id: organization_id } = useOrganization()
  const { id } = codeInsightRoute.useParams()
  const { period = usualPeriod } = codeInsightRoute.useSearch()
  const scope = { organization_id, qpr_code_id: id }
  const query = useFiltered(qpr.analytics.ofCode, id, figuresOf(period))
  return (
    <>
      <h2 className="sr-only">{words.title}</h2>
      <div className="mb-6 flex flex-wrap justify-between gap-3">
        <Controls scope={scope} period={period} />
      </div>
      <Report scope={scope} period={period} query={query}>
        <TopQuestions scope={scope} period={period} />
      </Report>
    </>
  )
}

/** The period, which is in the address, and the export. */
const Controls = ({ scope, period: shown }: { scope: Scope; period: Period }) => {
  const { insight: words } = useWords()
  const may = useMay()
  return (
    <>
      <nav
        aria-label={words.period}
        className="flex max-w-full overflow-x-auto rounded-field border border-line bg-raised p-0.5"
      >
        {periods.map((period) => (
          <Link
            key={period}
            to="."
            search={(old: object) => ({
              ...old,
              period: period === usualPeriod ? undefined : period,
            })}
            replace
            resetScroll={false}
            // The default period is not in the address.
            activeProps={{ 'aria-current': undefined }}
            aria-current={period === shown ? 'page' : undefined}
            className="control inline-flex items-center rounded-field px-2 text-small text-muted whitespace-nowrap hover:text-ink sm:px-3 sm:text-base aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent"
          >
            {words.periods[period]}
          </Link>
        ))}
      </nav>
      {may('scans:export') && (
        <ExportMenu path="/v1/scans/export" query={{ ...scope, since: utcSinceOf(shown) }} />
      )}
    </>
  )
}
