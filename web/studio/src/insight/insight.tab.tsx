import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useFiltered } from '../api/read.ts'
import { codeInsightRoute } from '../routes.ts'
import { useWords } from '../words/words.tsx'
import { Controls, Report, usualPeriod } from './report.tsx'
import { figuresOf } from './scope.ts'
import { TopQuestions } from './top-lists.tsx'

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
