import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Period } from '#contract/periods.ts'
import { useOrganization } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import { ErrorPanel } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import { ShareList } from './share-list.tsx'

/** The codes that were scanned most; each leads to its own insight, of the same period. */
export const TopCodes = (props: { organizationId: string; period: Period }) => {
  const { insight: words } = useWords()
  const { slug } = useOrganization()
  const { organizationId: organization_id, period } = props
  const { data, error, refetch } = useApi(
    '/v1/analytics/codes',
    { params: { query: { organization_id, period } } },
    { placeholderData: keepPreviousData },
  )
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <CardSkeleton className="h-120" />
  return (
    <ShareList
      title={words.codes}
      text={words.codesText}
      items={data.codes.map(({ qpr_code_id: id, name, scans }) => ({
        key: id,
        label: (
          <Link
            to="/$slug/codes/$id/insight"
            params={{ slug, id }}
            search={({ period }) => ({ period })}
            className="hover:underline"
          >
            <bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
          </Link>
        ),
        value: scans,
      }))}
    />
  )
}
