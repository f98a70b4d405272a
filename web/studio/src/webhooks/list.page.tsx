import { eventTypes } from '#contract/event-types.ts'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useFiltered } from '../api/read.ts'
import { webhooksRoute } from '../routes.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { type Column, onPage, Table } from '../ui/table.tsx'
import { useWords } from '../words/words.tsx'
import { ArrivedCell, LastAttemptCell } from './health.tsx'
import { StateBadge, type Webhook } from './state.tsx'

const pageSize = 20

/** The webhooks of the organization with their state and their results. */
export const WebhooksPage = () => {
  const { webhooks: words } = useWords()
  const { id: organization_id, slug } = useOrganization()
  const may = useMay()
  const { page } = webhooksRoute.useSearch()
  const query = useFiltered(qpr.webhooks.list, { organization_id, ...onPage(page, pageSize) })
  const add = may('webhooks:write') && (
    <ButtonLink kind="primary" icon="plus" to="/$slug/webhooks/new" params={{ slug }}>
      {words.add}
    </ButtonLink>
  )
  const columns: Column<Webhook>[] = [
    { header: words.name, cell: (webhook) => <Name webhook={webhook} /> },
    { header: words.eventsField, cell: ({ events }) => <Events events={events} /> },
    { header: words.state, cell: (webhook) => <StateBadge webhook={webhook} /> },
    { header: words.arrived, cell: ({ id }) => <ArrivedCell id={id} /> },
    { header: words.lastAttempt, cell: ({ id }) => <LastAttemptCell id={id} /> },
  ]
  return (
    <Page title={words.title} text={words.text} action={add || undefined}>
      <Table
        query={query}
        caption={words.title}
        columns={columns}
        rows={query.data?.webhooks}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/$slug/webhooks/$id', params: { slug, id } })}
        skeletonRows={3}
        empty={
          <EmptyState title={words.emptyTitle} text={words.emptyText} action={add || undefined} />
        }
        paging={{ page, pageSize, total: query.data?.total }}
      />
    </Page>
  )
}

const Name = ({ webhook: { url, description } }: { webhook: Webhook }) => (
  <span className="block min-w-0">
    {description !== null && <bdi className="block">{description}</bdi>}
    <bdi className="block font-mono text-small font-normal wrap-anywhere">{url}</bdi>
  </span>
)

const Events = ({ events }: { events: Webhook['events'] }) => {
  const { webhooks } = useWords()
  if (events.length === eventTypes.length) return webhooks.allEvents
  return (
    <span className="inline-flex flex-col">
      {events.map((event) => (
        <code key={event} className="font-mono text-small whitespace-nowrap">
          {event}
        </code>
      ))}
    </span>
  )
}
