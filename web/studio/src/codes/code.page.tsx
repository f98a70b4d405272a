import { Outlet } from '@tanstack/react-router'
import { qpr } from '../api/client.ts'
import { useRead } from '../api/read.ts'
import { codeRoute } from '../routes.ts'
import { NotFoundPage } from '../shell/failures.tsx'
import { ScanAddress } from '../ui/code/code-image.tsx'
import { BackLink, TabLink, Tabs } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Badge, ErrorPanel, Notice, Skeleton } from '../ui/states.tsx'
import { TagChips } from '../ui/tags.tsx'
import { useWords } from '../words/words.tsx'
import { CodeActions } from './code-actions.tsx'

/** A code: its name, its address and its tabs. */
export const CodePage = () => {
  const words = useWords()
  const { codes, codeHistory } = words
  const { slug, id } = codeRoute.useParams()
  const { data, error, refetch } = useRead(qpr.codes.get, id)
  if (error?.status === 404) return <NotFoundPage />
  const params = { slug, id }
  return (
    <Page
      title={data?.name ?? <Skeleton className="h-8 w-64" />}
      name={data?.name ?? codes.title}
      back={<BackLink to="/$slug/codes" text={codes.title} />}
      action={data ? <CodeActions code={data} /> : undefined}
      tabs={
        <>
          <div className="-mt-3 mb-4 flex flex-wrap items-center gap-3">
            {data ? (
              <>
                <Badge tone={data.status === 'active' ? 'good' : 'warn'}>
                  {words.code.status[data.status]}
                </Badge>
                <ScanAddress code={data} />
                <TagChips tags={data.tags} className="flex-wrap" />
              </>
            ) : (
              <Skeleton className="h-9 w-80 max-w-full" />
            )}
          </div>
          <Tabs label={data?.name ?? codes.title}>
            <TabLink to="/$slug/codes/$id/talk" params={params}>
              {codes.tabs.talk}
            </TabLink>
            <TabLink to="/$slug/codes/$id/print" params={params}>
              {codes.tabs.print}
            </TabLink>
            <TabLink to="/$slug/codes/$id/website" params={params}>
              {words.website.tab}
            </TabLink>
            <TabLink to="/$slug/codes/$id/insight" params={params}>
              {codes.tabs.insight}
            </TabLink>
            <TabLink to="/$slug/codes/$id/history" params={params}>
              {codeHistory.title}
            </TabLink>
          </Tabs>
        </>
      }
    >
      {data?.status === 'archived' && (
        <Notice tone="warn" className="mb-6">
          {words.code.archivedText}
        </Notice>
      )}
      {error && !data ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Outlet />}
    </Page>
  )
}
