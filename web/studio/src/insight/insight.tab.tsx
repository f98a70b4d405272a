import { useQuery } from '@tanstack/react-query'
import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useInZone } from '../api/zone.ts'
import { codeInsightRoute } from '../routes.ts'
import { Notice } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { Controls, Report, usualPeriod } from './report.tsx'
import { figuresOf } from './scope.ts'
import { TopQuestionList } from './top-lists.tsx'

/** Scans and conversations of one code. */
export const CodeInsightTab = () => {
  const { insight: words } = useWords()
  const { id: organization_id } = useOrganization()
  const { id } = codeInsightRoute.useParams()
  const { period = usualPeriod } = codeInsightRoute.useSearch()
  const scope = { organization_id, qpr_code_id: id }
  const moved = useMoved(id)
  const { query, zone } = useInZone(qpr.analytics.ofCode, (zone) => [id, figuresOf(period, zone)])
  return (
    <>
      <h2 className="sr-only">{words.title}</h2>
      <div className="mb-6 flex flex-wrap justify-between gap-3">
        <Controls scope={scope} period={period} />
      </div>
      {moved && <Notice className="mb-6">{words.inAll(moved.inAll, moved.here)}</Notice>}
      <Report scope={scope} period={period} query={query} zone={zone}>
        <TopQuestionList scope={scope} period={period} />
      </Report>
    </>
  )
}

/** The scans of a code that has moved: in all its organizations, and in this one. */
const useMoved = (id: string) => {
  const { data } = useQuery({
    queryKey: [qpr.analytics.ofCode.route.replace('GET ', ''), id, 'in all'],
    async queryFn() {
      // The code first: a scan between the two requests must not look like one of elsewhere.
      const { scans_total: inAll } = await qpr.codes.get(id)
      const { scans_total: here } = await qpr.analytics.ofCode(id, { period: 'all' })
      return { inAll, here }
    },
  })
  return data && data.inAll > data.here ? data : null
}
