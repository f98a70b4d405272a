import { useState } from 'react'
import { useCurrency } from '../api/account.ts'
import type { Schema } from '../api/client.ts'
import { useAnswerers } from '../api/members.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { conversationsRoute, type InboxSearch } from '../routes.ts'
import { isSoundOn, switchSound } from '../shell/sound.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { OutcomeBadge } from '../ui/citations.tsx'
import { ExportMenu } from '../ui/export-menu.tsx'
import { Page } from '../ui/page.tsx'
import { Badge, EmptyState } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { Waited } from './answer-bar.tsx'
import { None, RatingMark } from './facts.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filterOf, isFiltered, useInbox } from './inbox.ts'
import { InboxTabs } from './inbox-tabs.tsx'

type Conversation = Schema<'Conversation'>

/** The inbox: visitors who wait for a person first, then the newest conversation. */
export const ConversationsPage = () => {
  const { conversations } = useWords()
  const organization = useOrganization()
  const may = useMay()
  const search = conversationsRoute.useSearch()
  const navigate = conversationsRoute.useNavigate()
  const query = useInbox(search)
  const { data } = query
  const columns = useColumns(data?.conversations ?? [])
  const change = (changed: Partial<InboxSearch>) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...changed }), replace: true })
  return (
    <Page
      title={conversations.title}
      tabs={<InboxTabs />}
      action={
        <>
          {may('conversations:answer') && <SoundSwitch />}
          {may('conversations:export') && (
            <ExportMenu path="/v1/conversations/export" query={filterOf(organization.id, search)} />
          )}
        </>
      }
    >
      <FilterBar
        search={search}
        onChange={change}
        total={query.isPlaceholderData ? undefined : data?.total}
      />
      <Table<Conversation>
        query={query}
        caption={conversations.title}
        columns={columns}
        rows={data?.conversations}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/$slug/conversations/$id',
          params: { slug: organization.slug, id },
          search,
        })}
        skeletonRows={10}
        empty={isFiltered(search) ? <NothingFound search={search} /> : <NoConversations />}
        paging={{ page: search.page, total: data?.total }}
      />
    </Page>
  )
}

/** On this device, for every page of the Studio. */
const SoundSwitch = () => {
  const { inbox: words } = useWords()
  const [isOn, setIsOn] = useState(isSoundOn)
  const change = () => {
    setIsOn(!isOn)
    switchSound(!isOn)
  }
  return (
    <Button kind="quiet" icon="notifications" title={words.sound} onClick={change}>
      {isOn ? words.soundOn : words.soundOff}
    </Button>
  )
}

/** The demo and a local model cost nothing, so there is no column of zeros. */
const useColumns = (rows: readonly Conversation[]): Column<Conversation>[] => {
  const { conversations: words, inbox } = useWords()
  const { members } = useAnswerers()
  const { number, cost: costOf } = useFormat()
  const currency = useCurrency()
  const costColumn: Column<Conversation> = {
    header: words.cost,
    isNumber: true,
    isMinor: true,
    cell: ({ cost }) => <span className="whitespace-nowrap">{costOf(cost, currency)}</span>,
  }
  const emailOf = (id: string | null) => members.find((member) => member.id === id)?.email
  return [
    {
      header: words.firstQuestion,
      cell: ({ first_message, status, handling, waiting_since, assignee }) => (
        <span className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="line-clamp-2 min-w-0 wrap-anywhere">{first_message || words.noWords}</bdi>
          {waiting_since !== null && <Waited since={waiting_since} />}
          {handling === 'person' && status === 'open' && <Badge>{inbox.handlings.person}</Badge>}
          {handling === 'assistant' && status === 'open' && (
            <Badge tone="good">{words.statuses.open}</Badge>
          )}
          {assignee !== null && (
            <bdi className="text-small text-muted wrap-anywhere">{emailOf(assignee)}</bdi>
          )}
        </span>
      ),
    },
    {
      header: words.code,
      cell: ({ code_name }) => (
        <bdi className="line-clamp-1 wrap-anywhere sm:min-w-36 lg:min-w-40">{code_name}</bdi>
      ),
    },
    {
      header: words.messages,
      isNumber: true,
      cell: ({ messages_count }) => number(messages_count),
    },
    {
      header: words.outcome,
      cell: ({ outcome }) =>
        outcome === null ? <None text={words.noOutcome} /> : <OutcomeBadge outcome={outcome} />,
    },
    { header: words.rating, cell: ({ rating }) => <RatingMark rating={rating} /> },
    ...(rows.some(({ cost }) => cost > 0) ? [costColumn] : []),
    {
      header: words.lastActivity,
      isNumber: true,
      cell: ({ last_activity_at }) => <Time at={last_activity_at} />,
    },
  ]
}

const NoConversations = () => {
  const { conversations } = useWords()
  const { slug } = useOrganization()
  return (
    <EmptyState
      title={conversations.emptyTitle}
      text={conversations.emptyText}
      action={
        <ButtonLink to="/$slug/codes" params={{ slug }}>
          {conversations.toCodes}
        </ButtonLink>
      }
    />
  )
}

const NothingFound = ({ search }: { search: InboxSearch }) => {
  const { conversations, inbox } = useWords()
  const navigate = conversationsRoute.useNavigate()
  const nobodyWaits = search.handling === 'waiting'
  return (
    <EmptyState
      title={nobodyWaits ? inbox.nobodyWaits : conversations.nothingTitle}
      text={nobodyWaits ? inbox.nobodyWaitsText : conversations.nothingText}
      action={
        <Button onClick={() => void navigate({ search: {}, replace: true })}>
          {conversations.clear}
        </Button>
      }
    />
  )
}
