import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventTypes } from '#contract/event-types.ts'
import { qpr, type Schema } from '../api/client.ts'
import { given } from '../api/given.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import { webhookRoute } from '../routes.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { choicesOf, Select } from '../ui/field.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { type Column, onPage, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useTellProblem } from '../ui/toast.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { DeliveryBadge, refetchMs, useRetry } from './delivery-status.tsx'
import { HealthFigures } from './health.tsx'
import { ReplayDialog, ReplayProgress } from './replay.tsx'
import type { Webhook } from './state.tsx'

type Delivery = Schema<'DeliveryListItem'>
type Search = ReturnType<typeof webhookRoute.useSearch>

/** The figures of the webhook and the log of its deliveries. */
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
        <LogFilters />
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

/** Status and event of the log, in the address. */
const LogFilters = () => {
  const { webhooks: words } = useWords()
  const { status, event } = webhookRoute.useSearch()
  const navigate = webhookRoute.useNavigate()
  const filter = (changed: Search) =>
    void navigate({ search: { status, event, ...changed }, replace: true })
  return (
    <div className="mb-4 grid gap-3 sm:flex">
      <Select<NonNullable<Search['status']> | ''>
        className="sm:w-52"
        label={words.status}
        name="status"
        value={status ?? ''}
        onChange={(value) => filter({ status: value || undefined })}
        none={words.anyStatus}
        choices={words.statuses}
      />
      <Select<NonNullable<Search['event']> | ''>
        className="sm:w-64"
        label={words.event}
        name="event"
        value={event ?? ''}
        onChange={(value) => filter({ event: value || undefined })}
        none={words.anyEvent}
        choices={choicesOf(eventTypes)}
      />
    </div>
  )
}

const Log = ({ webhook, maySend }: { webhook: Webhook; maySend: boolean }) => {
  const { webhooks: words } = useWords()
  const { slug } = useOrganization()
  const { status, event, page } = webhookRoute.useSearch()
  const navigate = webhookRoute.useNavigate()
  const columns = useColumns()
  const retry = useRetry()
  const onError = useTellProblem()
  const filter = given({ status, event })
  const query = useQuery({
    ...queryOf(qpr.deliveries.list, webhook.id, { ...filter, view: 'full', ...onPage(page) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchMs(state.data?.deliveries ?? []),
  })
  const showAll = <Button onClick={() => void navigate({ search: {} })}>{words.noFilter}</Button>
  return (
    <Table
      caption={words.log}
      columns={columns}
      query={query}
      rows={query.data?.deliveries}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({
        to: '/$slug/webhooks/$id/deliveries/$deliveryId',
        params: { slug, id: webhook.id, deliveryId: id },
      })}
      rowActions={
        maySend &&
        (({ id, event }) => (
          <IconButton
            icon="refresh"
            label={`${words.retryOf(event)}: ${id}`}
            onClick={() => retry.mutate([id], { onError })}
          />
        ))
      }
      empty={
        status || event ? (
          <EmptyState title={words.noneFound} action={showAll} />
        ) : (
          <EmptyState title={words.noDeliveries} text={words.noDeliveriesText} />
        )
      }
      paging={{ page, total: query.data?.total }}
    />
  )
}

const useColumns = (): Column<Delivery>[] => {
  const { webhooks: words } = useWords()
  const { number } = useFormat()
  return [
    {
      header: words.event,
      cell: ({ event }) => <code className="font-mono text-small">{event}</code>,
    },
    { header: words.status, cell: (delivery) => <DeliveryBadge delivery={delivery} /> },
    { header: words.happened, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      header: words.attempts,
      isNumber: true,
      cell: ({ attempts_count }) => number(attempts_count),
    },
    {
      header: words.lastAnswer,
      isNumber: true,
      cell: ({ attempts_count, last_status }) =>
        last_status ?? (attempts_count > 0 ? words.noAnswer : '–'),
    },
    {
      header: words.took,
      isNumber: true,
      isMinor: true,
      cell: ({ last_duration_ms: took }) => (typeof took === 'number' ? `${number(took)} ms` : '–'),
    },
  ]
}
