import { Navigate } from '@tanstack/react-router'
import { useMay, useOrganization } from '../api/organization.ts'
import { useTemplates } from '../ui/code/draft.ts'
import { Page } from '../ui/page.tsx'
import { ErrorPanel, Loading, Skeleton } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { firstRunRoute } from './routes.ts'
import { Steps } from './steps.tsx'

/** From nothing to a printed code: choose, write, print. */
export const FirstRunPage = () => {
  const { firstRun } = useWords()
  const { id, slug } = useOrganization()
  const may = useMay()
  const { data, error, refetch } = useTemplates()
  const isFresh = firstRunRoute.useSearch().step === undefined
  if (!may('codes:write')) return <Navigate to="/$slug/codes" params={{ slug }} replace />
  if (data) return <Steps key={id} templates={data.templates} isFresh={isFresh} />
  return (
    <Page title={firstRun.pickTitle} text={firstRun.pickText}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <CardSkeletons />}
    </Page>
  )
}

const CardSkeletons = () => (
  <Loading>
    <Skeleton className="mb-8 h-6 w-72" />
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {Array.from({ length: 7 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} className="h-40 w-full" />
      ))}
    </div>
  </Loading>
)
