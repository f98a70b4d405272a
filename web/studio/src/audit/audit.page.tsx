import { useInfiniteQuery } from '@tanstack/react-query'
import { qpr, type Schema } from '../api/client.ts'
import { given } from '../api/given.ts'
import { useOrganization } from '../api/organization.ts'
import { useRead } from '../api/read.ts'
import { auditRoute } from '../routes.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { ExportMenu } from '../ui/export-menu.tsx'
import { choicesOf, Select } from '../ui/field.tsx'
import { BackLink } from '../ui/links.tsx'
import { More } from '../ui/more.tsx'
import { Page } from '../ui/page.tsx'
import { sinceOf } from '../ui/period.ts'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'

type Entry = Schema<'AuditEntry'>

/** Who changed what in the organization, newest first. For owners and admins. */
export const AuditPage = () => {
  const { audit, settings } = useWords()
  const { id } = useOrganization()
  const { actor, action, target, period } = auditRoute.useSearch()
  const filter = given({ actor, action, target, since: period && sinceOf(period) })
  const log = useInfiniteQuery({
    queryKey: ['/v1/organizations/{id}/audit', id, filter],
    initialPageParam: '',
    queryFn: async ({ pageParam: cursor, signal }) =>
      await qpr.audit.list(id, { ...filter, cursor, limit: 50 }, { signal }),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  return (
    <Page
      title={audit.title}
      text={audit.text}
      back={<BackLink to="/$slug/settings" text={settings.title} />}
      action={<ExportMenu path={`/v1/organizations/${id}/audit/export`} query={filter} />}
    >
      <Filters />
      <Table<Entry>
        caption={audit.title}
        query={log}
        columns={useColumns()}
        rows={log.data?.pages.flatMap(({ entries }) => entries)}
        rowKey={(entry) => entry.id}
        skeletonRows={10}
        empty={<EmptyState title={audit.empty} text={audit.emptyText} />}
      />
      <More query={log}>{audit.more}</More>
    </Page>
  )
}

/** All filters are in the address. */
const Filters = () => {
  const { audit, code, insight, conversations } = useWords()
  const { id } = useOrganization()
  const { actor = '', action = '', target = '', period = '' } = auditRoute.useSearch()
  const navigate = auditRoute.useNavigate()
  const set = (changes: ReturnType<typeof auditRoute.useSearch>) =>
    void navigate({ search: (former) => ({ ...former, ...changes }), replace: true })
  const { data } = useRead(qpr.members.list, id, {})
  const emails = new Set([...(data?.members.map(({ email }) => email) ?? []), actor])
  emails.delete('')
  return (
    <search aria-label={audit.filters} className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-3">
      <Select
        label={audit.actor}
        name="actor"
        value={actor}
        none={audit.anyone}
        choices={choicesOf(emails)}
        onChange={(next) => set({ actor: next || undefined })}
      />
      <Select
        label={audit.action}
        name="action"
        value={action}
        none={audit.anything}
        choices={audit.actions as Record<string, string>}
        onChange={(next) => set({ action: next || undefined })}
      />
      <Select
        label={conversations.period}
        name="period"
        value={period}
        none={conversations.anyTime}
        choices={insight.periods}
        onChange={(next) => set({ period: next || undefined })}
      />
      <div className="col-span-full">
        <Disclosure title={code.advanced} text={audit.targetId} isWrong={target !== ''}>
          <SearchField
            label={audit.targetId}
            value={target}
            onChange={(next) => set({ target: next || undefined })}
          />
        </Disclosure>
      </div>
    </search>
  )
}

const useColumns = (): Column<Entry>[] => {
  const { audit, codeHistory } = useWords()
  const format = useFormat()
  const fieldNames: Record<string, string> = { ...codeHistory.fields, ...audit.fieldNames }
  return [
    {
      header: audit.what,
      cell: ({ action, target_name, target_id, fields }) => (
        <span className="block">
          <span className="block font-medium">{nameOf(audit.actions, action)}</span>
          <bdi className="block wrap-anywhere text-muted" title={target_id ?? undefined}>
            {target_name ?? target_id}
          </bdi>
          {fields.length > 0 && (
            <span className="block text-small wrap-anywhere text-muted">
              {audit.fields(
                fields.map((field) => fieldNames[field] ?? field.replaceAll('_', ' ')).join(', '),
              )}
            </span>
          )}
        </span>
      ),
    },
    {
      header: audit.actor,
      cell: ({ email, via }) => <bdi className="wrap-anywhere">{email ?? audit.via[via]}</bdi>,
    },
    {
      header: audit.how,
      cell: ({ via, browser, key_name, country }) => (
        <span className="text-muted">
          {[
            via === 'key' ? audit.key(key_name ?? '') : (browser ?? audit.via[via]),
            country && format.country(country),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      ),
    },
    { header: audit.when, isNumber: true, cell: ({ created_at }) => <Time at={created_at} /> },
  ]
}

/** An action without a name of its own, from a later version: `updateCode` is shown as update code. */
const nameOf = (names: Record<string, string>, action: string): string =>
  names[action] ?? action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
