import { useOrganization } from '../../api/organization.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Column, Selection } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { VirtualTable } from '../../ui/virtual-table.tsx'
import type { Format } from '../../words/format.ts'
import { useFormat, useWords, type Words } from '../../words/words.tsx'
import { EmptyList } from './empty.tsx'
import type { ListedCode } from './lists.ts'
import { RowMenu } from './row-menu.tsx'
import { Thumbnail } from './thumbnail.tsx'

interface CodeTableProps {
  list: {
    rows: ListedCode[]
    total: number
    isPending: boolean
    isFormer: boolean
    loadMore: () => void
  }
  selection: Selection
  onArchive: (code: ListedCode) => void
  onDelete: (code: ListedCode) => void
}

export const CodeTable = ({ list, selection, onArchive, onDelete }: CodeTableProps) => {
  const words = useWords()
  const format = useFormat()
  const { slug } = useOrganization()
  return (
    <>
      <p role="status" className="mb-3 h-5 text-small text-muted">
        {!list.isPending && !list.isFormer && list.total > 0 && words.codes.count(list.total)}
      </p>
      <div
        className={classNames('transition-opacity', list.isFormer && 'opacity-60')}
        aria-busy={list.isFormer || undefined}
      >
        <VirtualTable
          caption={words.codes.title}
          columns={columnsOf(words, format)}
          rows={list.rows}
          total={list.total}
          isPending={list.isPending}
          loadMore={list.loadMore}
          rowHeight={64}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          rowLink={({ id }) => ({ to: '/$slug/codes/$id', params: { slug, id } })}
          selection={selection}
          rowActions={(code) => <RowMenu code={code} onArchive={onArchive} onDelete={onDelete} />}
          empty={<EmptyList />}
        />
      </div>
    </>
  )
}

const columnsOf = ({ codeList }: Words, format: Format): Column<ListedCode>[] => [
  {
    key: 'name',
    header: codeList.columns.name,
    cell: ({ name, short_id, scans_total }) => (
      <span className="flex items-center gap-3">
        <Thumbnail shortId={short_id} />
        <span className="min-w-0">
          <span className="block truncate" title={name}>
            {name}
          </span>
          <span className="block truncate text-small font-normal text-muted sm:hidden">
            {codeList.scans(scans_total)}
          </span>
        </span>
      </span>
    ),
  },
  {
    key: 'address',
    header: codeList.columns.address,
    cell: ({ scan_url, short_id }) => (
      <span className="font-mono text-small text-muted" title={scan_url}>
        {`/s/${short_id}`}
      </span>
    ),
    isMinor: true,
    width: '9rem',
  },
  {
    key: 'scans',
    header: codeList.columns.scans,
    cell: ({ scans_total }) => format.number(scans_total),
    isNumber: true,
    isMinor: true,
    width: '6rem',
  },
  {
    key: 'created',
    header: codeList.columns.created,
    cell: ({ created_at }) => (
      <span className="text-muted">
        <Time at={created_at} />
      </span>
    ),
    isMinor: true,
    width: '9rem',
  },
]
