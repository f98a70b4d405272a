import { type ReactNode, useState } from 'react'
import { type Output, qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useAsk } from '../ui/ask.tsx'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { ProgressBar } from '../ui/progress.tsx'
import { Badge, type Reading } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { EditSourceDialog, type Source } from './source.dialogs.tsx'

interface SourceTableProps {
  query: Reading<Output<'GET /v1/knowledge'>>
  page: number | undefined
  empty: ReactNode
}

export const SourceTable = ({ query, page, empty }: SourceTableProps) => {
  const { knowledge: words } = useWords()
  const { slug } = useOrganization()
  const mayWrite = useMay()('knowledge:write')
  const [edited, edit] = useState<Source | null>(null)
  return (
    <>
      <Table<Source>
        query={query}
        caption={words.title}
        columns={useColumns()}
        rows={query.data?.sources}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/$slug/knowledge/$id', params: { slug, id } })}
        {...(mayWrite && {
          rowActions: (source: Source) => <Actions source={source} onEdit={edit} />,
        })}
        empty={empty}
        paging={{ page, total: query.data?.total }}
      />
      {edited && <EditSourceDialog source={edited} onClose={() => edit(null)} />}
    </>
  )
}

const useColumns = (): Column<Source>[] => {
  const { knowledge: words } = useWords()
  const { number } = useFormat()
  return [
    {
      header: words.name,
      cell: ({ title, kind }) => (
        <span className="flex flex-wrap items-baseline gap-2">
          <bdi className="min-w-0 wrap-anywhere">{title}</bdi>
          <Badge>{words.kinds[kind]}</Badge>
        </span>
      ),
    },
    { header: words.status, cell: (source) => <SourceStatus source={source} /> },
    {
      header: words.codes,
      cell: ({ code_ids }) =>
        code_ids === null ? words.allCodes : words.countedCodes(code_ids.length),
    },
    { header: words.pages, isNumber: true, cell: ({ pages }) => number(pages) },
    {
      header: words.readAt,
      isNumber: true,
      isMinor: true,
      cell: ({ refreshed_at }) => <Time at={refreshed_at} />,
    },
  ]
}

const tones = { processing: 'neutral', ready: 'good', failed: 'bad' } as const

export const SourceStatus = ({
  source: { title, status, reason, progress },
}: {
  source: Source
}) => {
  const { knowledge: words } = useWords()
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={tones[status]}>{words.statuses[status]}</Badge>
      {status === 'processing' && progress && (
        <span className="block w-32">
          <ProgressBar
            label={words.progressOf(title)}
            done={progress.done}
            total={progress.total ?? 0}
          />
        </span>
      )}
      {reason !== null && <span className="text-small text-muted">{words.reason(reason)}</span>}
    </span>
  )
}

interface ActionsProps {
  source: Source
  onEdit: (source: Source) => void
}

const Actions = ({ source, onEdit }: ActionsProps) => {
  const { knowledge: words } = useWords()
  const ask = useAsk()
  const toast = useToast()
  const refresh = useChange(qpr.knowledge.refresh, {
    changes: ['/v1/knowledge'],
    onDone: () => toast(words.refreshing),
  })
  const onError = useTellProblem()
  const remove = useChange(qpr.knowledge.delete, {
    changes: ['/v1/knowledge', '/v1/organizations'],
  })
  const askToDelete = () =>
    ask({
      title: words.deleteTitle(source.title),
      text: words.deleteText,
      action: words.delete,
      isDanger: true,
      onConfirm: () => remove.mutateAsync([source.id]),
      done: words.deleted,
    })
  return (
    <Menu trigger={<IconButton icon="more" label={words.actionsOf(source.title)} />}>
      <MenuItem icon="settings" onSelect={() => onEdit(source)}>
        {words.edit}
      </MenuItem>
      {(source.url !== null || (source.kind === 'file' && source.size_bytes > 0)) && (
        <MenuItem icon="refresh" onSelect={() => refresh.mutate([source.id], { onError })}>
          {words.refresh}
        </MenuItem>
      )}
      <MenuItem icon="trash" isDanger onSelect={askToDelete}>
        {words.delete}
      </MenuItem>
    </Menu>
  )
}
