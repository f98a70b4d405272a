import { useCurrency } from '../api/account.ts'
import type { Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { conversationsRoute, type InboxSearch } from '../routes.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { OutcomeBadge } from '../ui/citations.tsx'
import { ExportMenu } from '../ui/export-menu.tsx'
import { Select } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Badge, EmptyState } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { CodeFilter } from './code-filter.tsx'
import { None, RatingMark } from './facts.tsx'
import { filterOf, isFiltered, useInbox } from './inbox.ts'
import { InboxTabs } from './inbox-tabs.tsx'

type Conversation = Schema<'Conversation'>

/** The inbox, newest conversation first. */
export const ConversationsPage = () => {
  const { conversations } = useWords()
  const organization = useOrganization()
  const may = useMay()
  const search = conversationsRoute.useSearch()
  const navigate = conversationsRoute.useNavigate()
  const query = useInbox(search)
  const { data } = query
  const columns = useColumns(data?.conversations.some(({ cost }) => cost > 0) ?? false)
  const change = (changed: Partial<InboxSearch>) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...changed }), replace: true })
  return (
    <Page
      title={conversations.title}
      tabs={<InboxTabs />}
      action={
        may('conversations:export') && (
          <ExportMenu path="/v1/conversations/export" query={filterOf(organization.id, search)} />
        )
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
        empty={isFiltered(search) ? <NothingFound /> : <NoConversations />}
        paging={{ page: search.page, total: data?.total }}
      />
    </Page>
  )
}

/** The demo and a local model cost nothing, so there is no column of zeros. */
const useColumns = (hasCost: boolean): Column<Conversation>[] => {
  const { conversations: words } = useWords()
  const { number, cost: costOf } = useFormat()
  const currency = useCurrency()
  const costColumn: Column<Conversation> = {
    header: words.cost,
    isNumber: true,
    isMinor: true,
    cell: ({ cost }) => <span className="whitespace-nowrap">{costOf(cost, currency)}</span>,
  }
  return [
    {
      header: words.firstQuestion,
      cell: ({ first_message, status }) => (
        <span className="flex items-baseline gap-2">
          <bdi className="line-clamp-2 min-w-0 wrap-anywhere">{first_message || words.noWords}</bdi>
          {status === 'open' && <Badge tone="good">{words.statuses.open}</Badge>}
        </span>
      ),
    },
    {
      header: words.code,
      cell: ({ code_name }) => (
        <bdi className="line-clamp-1 wrap-anywhere sm:min-w-36 lg:min-w-52">{code_name}</bdi>
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
    ...(hasCost ? [costColumn] : []),
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

const NothingFound = () => {
  const { conversations } = useWords()
  const navigate = conversationsRoute.useNavigate()
  return (
    <EmptyState
      title={conversations.nothingTitle}
      text={conversations.nothingText}
      action={
        <Button onClick={() => void navigate({ search: {}, replace: true })}>
          {conversations.clear}
        </Button>
      }
    />
  )
}

interface FilterBarProps {
  search: InboxSearch
  onChange: (changed: Partial<InboxSearch>) => void
  /** How many there are; undefined while they are counted. */
  total: number | undefined
}

/** All filters are in the address; '' means no filter. */
const FilterBar = ({ search, onChange, total }: FilterBarProps) => {
  const { conversations: words, insight, citations } = useWords()
  const cleared = {
    q: undefined,
    code: undefined,
    period: undefined,
    rating: undefined,
    outcome: undefined,
    status: undefined,
  }
  return (
    <search aria-label={words.filters} className="mb-6 block">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-[1.6fr_1.3fr_1fr_1.2fr_1fr_1fr]">
        <SearchField
          label={words.search}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q || undefined })}
          className="col-span-2 lg:col-span-1"
        />
        <CodeFilter value={search.code} onChange={(code) => onChange({ code })} />
        <Select
          label={words.period}
          name="period"
          value={search.period ?? ''}
          onChange={(period) => onChange({ period: period || undefined })}
          none={words.anyTime}
          choices={insight.periods}
        />
        <Select
          label={words.outcome}
          name="outcome"
          value={search.outcome ?? ''}
          onChange={(outcome) => onChange({ outcome: outcome || undefined })}
          none={words.anyOutcome}
          choices={citations.outcomes}
        />
        <Select
          label={words.rating}
          name="rating"
          value={search.rating ?? ''}
          onChange={(rating) => onChange({ rating: rating || undefined })}
          none={words.anyRating}
          choices={words.ratings}
        />
        <Select
          label={words.status}
          name="status"
          value={search.status ?? ''}
          onChange={(status) => onChange({ status: status || undefined })}
          none={words.anyStatus}
          choices={words.statuses}
        />
      </div>
      <div className="mt-3 flex min-h-9 items-center gap-3 text-small text-muted touch:min-h-11">
        <span role="status">{total !== undefined && words.found(total)}</span>
        {isFiltered(search) && (
          <Button
            kind="quiet"
            icon="close"
            className="text-small"
            onClick={() => onChange(cleared)}
          >
            {words.clear}
          </Button>
        )}
      </div>
    </search>
  )
}
