import { Outlet } from '@tanstack/react-router'
import { useApi } from '../api/query.ts'
import { NotFoundPage } from '../shell/failures.tsx'
import { BackLink, TabLink, Tabs } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { ErrorPanel, Skeleton } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { codeRoute } from './routes.ts'

/** The three tabs of a code. */
export const CodePage = () => {
  const { codes } = useWords()
  const { slug, id } = codeRoute.useParams()
  const { data, error, refetch } = useApi('/v1/qpr-codes/{id}', { params: { path: { id } } })
  if (error?.status === 404) return <NotFoundPage />
  const params = { slug, id }
  return (
    <Page
      title={data?.name ?? <Skeleton className="h-8 w-64" />}
      name={data?.name ?? codes.title}
      back={
        <BackLink to="/$slug/codes" params={{ slug }}>
          {codes.title}
        </BackLink>
      }
      tabs={
        <Tabs label={data?.name ?? codes.title}>
          <TabLink to="/$slug/codes/$id/talk" params={params}>
            {codes.tabs.talk}
          </TabLink>
          <TabLink to="/$slug/codes/$id/print" params={params}>
            {codes.tabs.print}
          </TabLink>
          <TabLink to="/$slug/codes/$id/insight" params={params}>
            {codes.tabs.insight}
          </TabLink>
        </Tabs>
      }
    >
      {error && !data ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Outlet />}
    </Page>
  )
}
