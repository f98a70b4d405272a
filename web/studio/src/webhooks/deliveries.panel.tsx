import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { EmptyState, ErrorPanel } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { LogFilters } from './filters.tsx'
import { HealthFigures } from './health.tsx'
import { lookAgainMs } from './polling.ts'
import { ReplayDialog } from './replay.dialog.tsx'
import { ReplayProgress } from './replay.progress.tsx'
import { RetryIcon } from './retry.tsx'
import { webhookRoute } from './routes.ts'
import type { Webhook } from './state.tsx'

type Delivery = Schema<'DeliveryListItem'>

const pageSize = 50

/** How it is doing, and everything that was sent to it. */
export const DeliveriesPanel = ({ webhook }: { webhook: Webhook }) => {
  const { webhooks: words } = useWords()
  const may = useMay()
  const [isAsking, setIsAsking] = useState(false)
  const [replayed, setReplayed] = useState(0)
  const maySend = may('webhooks:write') && webhook.active
  return (
    <>
      <HealthFigures id={webhook.id} />
      <Section
        title={words.log}
        text={words.logText}
        action={
          maySend && (
            <Button icon="refresh" onClick={() => setIsAsking(true)}>
              {words.replay}
            </Button>
          )
        }
      >
        {replayed > 0 && (
          <ReplayProgress id={webhook.id} count={replayed} onClose={() => setReplayed(0)} />
        )}
        <Log webhook={webhook} maySend={maySend} />
      </Section>
      {isAsking && (
        <ReplayDialog
          webhook={webhook}
          onClose={() => setIsAsking(false)}
          onReplayed={(count) => {
            setIsAsking(false)
            setReplayed(count)
          }}
        />
      )}
    </>
  )
}

const Log = ({ webhook, maySend }: { webhook: Webhook; maySend: boolean }) => {
  const { webhooks: words } = useWords()
  const { slug } = useOrganization()
  const { status, event, page = 1 } = webhookRoute.useSearch()
  const navigate = webhookRoute.useNavigate()
  const columns = useColumns()
  const query = {
    ...(status && { status }),
    ...(event && { event }),
    view: 'full' as const,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  }
  const { data, error, refetch } = useApi(
    '/v1/webhooks/{id}/deliveries',
    { params: { path: { id: webhook.id }, query } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => lookAgainMs(state.data?.deliveries ?? []),
    },
  )
  const isFiltered = status !== undefined || event !== undefined
  return (
    <>
      <LogFilters />
      {error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          caption={words.log}
          columns={columns}
          rows={data?.deliveries}
          rowKey={({ id }) => id}
          rowLink={({ id }) => ({
            to: '/$slug/webhooks/$id/deliveries/$deliveryId',
            params: { slug, id: webhook.id, deliveryId: id },
          })}
          {...(maySend && {
            rowActions: (delivery: Delivery) => <RetryIcon delivery={delivery} />,
          })}
          empty={isFiltered ? <NothingFound /> : <NothingSent />}
        />
      )}
      <Paging
        page={page}
        pageSize={pageSize}
        total={data?.total ?? 0}
        onPage={(next) => void navigate({ search: (all) => ({ ...all, page: next }) })}
      />
    </>
  )
}

const useColumns = (): Column<Delivery>[] => {
  const { webhooks: words } = useWords()
  const { number } = useFormat()
  return [
    {
      key: 'event',
      header: words.event,
      cell: ({ event }) => <code className="font-mono text-small">{event}</code>,
    },
    {
      key: 'status',
      header: words.status,
      cell: (delivery) => <DeliveryStatus delivery={delivery} />,
    },
    { key: 'at', header: words.happened, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      key: 'attempts',
      header: words.attempts,
      isNumber: true,
      cell: ({ attempts_count }) => number(attempts_count),
    },
    {
      key: 'answer',
      header: words.lastAnswer,
      isNumber: true,
      cell: ({ attempts_count, last_status }) =>
        last_status ?? (attempts_count > 0 ? words.noAnswer : '–'),
    },
    {
      key: 'took',
      header: words.took,
      isNumber: true,
      isMinor: true,
      cell: ({ last_duration_ms: took }) => (typeof took === 'number' ? `${number(took)} ms` : '–'),
    },
  ]
}

const NothingSent = () => {
  const { webhooks } = useWords()
  return <EmptyState title={webhooks.noDeliveries} text={webhooks.noDeliveriesText} />
}

const NothingFound = () => {
  const { webhooks } = useWords()
  const navigate = webhookRoute.useNavigate()
  return (
    <EmptyState
      title={webhooks.noneFound}
      action={<Button onClick={() => void navigate({ search: {} })}>{webhooks.noFilter}</Button>}
    />
  )
}
