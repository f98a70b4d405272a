import { useQuery } from '@tanstack/react-query'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import { webhookRoute } from '../routes.ts'
import { NoAccessPage, NotFoundPage } from '../shell/failures.tsx'
import { BackLink, TabLink, Tabs } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Shown } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { DeliveriesPanel } from './deliveries.panel.tsx'
import { SettingsPanel } from './settings.panel.tsx'
import { StateCard, type Webhook } from './state.tsx'
import { TestPanel } from './test.panel.tsx'

// The receiver may start to fail at any time, so the page reads the state again, sooner while it fails.
const healthyMs = 10_000
const failingMs = 2000

export const WebhookPage = () => {
  const { webhooks: words } = useWords()
  const may = useMay()
  const { id } = webhookRoute.useParams()
  const { tab } = webhookRoute.useSearch()
  const query = useQuery({
    ...queryOf(qpr.webhooks.get, id),
    refetchInterval: ({ state }) => (state.data?.failing_since ? failingMs : healthyMs),
  })
  const { data, error } = query
  if (tab === 'test' && !may('webhooks:write')) return <NoAccessPage />
  if (error?.status === 404) return <NotFoundPage />
  const name = data && (data.description ?? data.url)
  return (
    <Page
      title={name ? <bdi>{name}</bdi> : words.oneTitle}
      name={name ?? words.oneTitle}
      text={
        data?.description ? (
          <bdi className="font-mono text-small wrap-anywhere">{data.url}</bdi>
        ) : undefined
      }
      back={<BackLink to="/$slug/webhooks" text={words.title} />}
    >
      <Shown query={query} height="h-120">
        {(webhook) => (
          <>
            <StateCard webhook={webhook} />
            <WebhookTabs id={id} />
            <Panel webhook={webhook} />
          </>
        )}
      </Shown>
    </Page>
  )
}

const WebhookTabs = ({ id }: { id: string }) => {
  const { webhooks: words } = useWords()
  const { slug } = useOrganization()
  const may = useMay()
  const search = webhookRoute.useSearch()
  const link = {
    to: '/$slug/webhooks/$id',
    params: { slug, id },
    activeOptions: { exact: true, includeSearch: true },
  } as const
  return (
    <Tabs label={words.oneTitle}>
      {/* Keeps the filters of the log, which are in the address too. */}
      <TabLink {...link} search={search.tab ? {} : search}>
        {words.tabs.deliveries}
      </TabLink>
      {may('webhooks:write') && (
        <TabLink {...link} search={{ tab: 'test' }}>
          {words.tabs.test}
        </TabLink>
      )}
      <TabLink {...link} search={{ tab: 'settings' }}>
        {words.tabs.settings}
      </TabLink>
    </Tabs>
  )
}

const Panel = ({ webhook }: { webhook: Webhook }) => {
  const { tab } = webhookRoute.useSearch()
  if (tab === 'test') return <TestPanel id={webhook.id} />
  if (tab === 'settings') return <SettingsPanel webhook={webhook} />
  return <DeliveriesPanel webhook={webhook} />
}
