import { useQueryClient } from '@tanstack/react-query'
import { qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { invalidate, useChange } from '../api/query.ts'
import { useFiltered } from '../api/read.ts'
import { leadsRoute } from '../routes.ts'
import { ConfirmButton, useAsk } from '../ui/ask.tsx'
import { ButtonLink, IconButton } from '../ui/button.tsx'
import { ExportMenu } from '../ui/export-menu.tsx'
import { FactList } from '../ui/facts.tsx'
import { TextLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState, Shown } from '../ui/states.tsx'
import { onPage, Paging } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useWords } from '../words/words.tsx'
import { InboxTabs } from './inbox-tabs.tsx'

type Lead = Schema<'Lead'>

/** What visitors left with the form of a code, newest first. */
export const LeadsPage = () => {
  const { leads: words, conversations } = useWords()
  const { id: organization_id, slug } = useOrganization()
  const may = useMay()
  const { q, page } = leadsRoute.useSearch()
  const navigate = leadsRoute.useNavigate()
  const filter = { organization_id, ...(q && { [q.includes('@') ? 'email' : 'phone']: q }) }
  const query = useFiltered(qpr.leads.list, { ...filter, ...onPage(page) })
  const total = query.isPlaceholderData ? undefined : query.data?.total
  return (
    <Page
      title={words.title}
      tabs={<InboxTabs />}
      action={may('leads:export') && <ExportMenu path="/v1/leads/export" query={filter} />}
    >
      <search className="mb-6 block max-w-140">
        <SearchField
          label={words.search}
          value={q ?? ''}
          onChange={(typed) => void navigate({ search: typed ? { q: typed } : {}, replace: true })}
        />
        <p className="mt-1 text-small text-muted">{words.searchHint}</p>
      </search>
      <div className="mb-4 flex min-h-9 flex-wrap items-center gap-3 touch:min-h-11">
        <span role="status" className="text-small text-muted">
          {total !== undefined && words.found(total)}
        </span>
        {q && total !== undefined && total > 0 && may('leads:delete') && (
          <DeleteFound filter={filter} address={q} total={total} />
        )}
      </div>
      <Shown query={query}>
        {({ leads }) =>
          leads.length > 0 ? (
            <ul className="flex flex-col gap-3">
              {leads.map((lead) => (
                <LeadCard key={lead.id} lead={lead} />
              ))}
            </ul>
          ) : q ? (
            <EmptyState title={conversations.nothingTitle} text={words.nothingText} />
          ) : (
            <EmptyState
              title={words.emptyTitle}
              text={words.emptyText}
              action={
                <ButtonLink to="/$slug/codes" params={{ slug }}>
                  {conversations.toCodes}
                </ButtonLink>
              }
            />
          )
        }
      </Shown>
      <Paging page={page} total={query.data?.total} />
    </Page>
  )
}

interface DeleteFoundProps {
  filter: { organization_id: string; email?: string; phone?: string }
  address: string
  total: number
}

const DeleteFound = ({ filter, address, total }: DeleteFoundProps) => {
  const { leads: words, ui } = useWords()
  const queryClient = useQueryClient()
  const deleteAll = async () => {
    try {
      while ((await qpr.leads.deleteFound(filter)).deleted > 0);
    } finally {
      await invalidate(queryClient, ['/v1/leads'])
    }
  }
  return (
    <ConfirmButton
      label={words.deleteFound}
      icon="trash"
      title={words.deleteFoundTitle(total)}
      text={words.deleteFoundText(address)}
      action={ui.delete}
      onConfirm={deleteAll}
      done={words.deletedFound}
      isDanger
    />
  )
}

const LeadCard = ({ lead }: { lead: Lead }) => {
  const { leads: words, ui, members } = useWords()
  const { slug } = useOrganization()
  const may = useMay()
  const ask = useAsk()
  const remove = useChange(qpr.leads.delete, { changes: ['/v1/leads'] })
  const { id, conversation_id, fields, consent, code_name, created_at, qpr_code_id } = lead
  const address = fields.find(({ type }) => type === 'email' || type === 'tel') ?? fields[0]
  const name = String(address?.value ?? code_name)
  const shown = ({ type, value }: Lead['fields'][number]) => {
    if (typeof value === 'boolean') return value ? members.yes : members.no
    // Other digits than these cannot be dialled by a link.
    const number = value.replace(/[^\d+]/g, '')
    if (type !== 'email' && (type !== 'tel' || number === '')) return <bdi>{value}</bdi>
    const mail = encodeURIComponent(value).replace('%40', '@')
    const href = type === 'email' ? `mailto:${mail}` : `tel:${number}`
    return (
      <a className="link" href={href}>
        <bdi>{value}</bdi>
      </a>
    )
  }
  return (
    <li className="card p-4">
      <div className="mb-3 flex items-center justify-between gap-3 text-small text-muted">
        <span className="min-w-0 wrap-anywhere">
          <TextLink to="/$slug/codes/$id/people" params={{ slug, id: qpr_code_id }}>
            <bdi>{code_name}</bdi>
          </TextLink>{' '}
          · <Time at={created_at} />
        </span>
        {may('leads:delete') && (
          <IconButton
            icon="trash"
            label={words.deleteOne(name)}
            onClick={() =>
              ask({
                title: words.deleteTitle,
                text: words.deleteText,
                action: ui.delete,
                isDanger: true,
                onConfirm: () => remove.mutateAsync([id]),
                done: words.deleted,
              })
            }
          />
        )}
      </div>
      <FactList
        className="sm:grid-cols-2"
        list={[
          ...fields.map((field): [string, ReturnType<typeof shown>] => [field.label, shown(field)]),
          [words.consent, <bdi key="consent">{consent}</bdi>],
        ]}
      />
      {lead.has_messages && (
        <TextLink
          to="/$slug/conversations/$id"
          params={{ slug, id: conversation_id }}
          className="mt-3 inline-block"
        >
          {words.conversation}
        </TextLink>
      )}
    </li>
  )
}
