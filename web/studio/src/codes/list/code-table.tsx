import { useEffect, useState } from 'react'
import { useMay, useOrganization } from '../../api/organization.ts'
import { serviceAddress } from '../../api/place.ts'
import { codesRoute } from '../../routes.ts'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { copyText } from '../../ui/copy.tsx'
import { fileNameOf } from '../../ui/download.ts'
import { Menu, MenuAnchor, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { TagChips } from '../../ui/tags.tsx'
import { Time } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type RowSelection, VirtualTable } from '../../ui/virtual-table.tsx'
import type { Format } from '../../words/format.ts'
import { useFormat, useWords, type Words } from '../../words/words.tsx'
import type { ListedCode, useCodePages } from './lists.ts'

interface CodeTableProps {
  list: ReturnType<typeof useCodePages>
  selection: RowSelection
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
    header: codeList.columns.name,
    cell: ({ name, short_id, scans_total, tags = [] }) => (
      <span className="flex items-center gap-3">
        <Thumbnail shortId={short_id} />
        <span className="min-w-0">
          <span className="block truncate" title={name}>
            {name}
          </span>
          <span className="flex items-center gap-2 overflow-hidden">
            <span className="shrink-0 text-small font-normal text-muted sm:hidden">
              {codeList.scans(scans_total)}
            </span>
            <TagChips tags={tags} className="font-normal" />
          </span>
        </span>
      </span>
    ),
  },
  {
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
    header: codeList.columns.scans,
    cell: ({ scans_total }) => format.number(scans_total),
    isNumber: true,
    isMinor: true,
    width: '6rem',
  },
  {
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

/** A row loads its image after this time, so rows that only scroll past load none. */
const settledMs = 120

/**
 * The code itself, small, beside its name. PNG, because a browser draws a hundred of them while it
 * lays out one SVG; large enough for every style.
 */
const Thumbnail = ({ shortId }: { shortId: string }) => {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), settledMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span className="block size-10 shrink-0 overflow-hidden rounded-field border border-line bg-white">
      {isSettled && (
        <img
          src={serviceAddress(`/qr/${shortId}.png?size=160&margin=4`)}
          alt=""
          width={38}
          height={38}
          loading="lazy"
          decoding="async"
          className="size-full"
        />
      )}
    </span>
  )
}

/** Why the list is empty, and the way on. */
const EmptyList = () => {
  const { codeList, tags } = useWords()
  const { slug, qpr_codes_count } = useOrganization()
  const { q, tag, status = 'active', sort } = codesRoute.useSearch()
  const navigate = codesRoute.useNavigate()
  const may = useMay()
  if (q !== undefined || tag !== undefined) {
    const clear = () =>
      void navigate({ search: (former) => ({ ...former, q: undefined, tag: undefined }) })
    return (
      <EmptyState
        title={codeList.nothingFound}
        text={q === undefined ? tags.nothingFound : codeList.nothingFoundText[status](q)}
        action={<Button onClick={clear}>{codeList.clearSearch}</Button>}
      />
    )
  }
  if (qpr_codes_count === 0) {
    return may('codes:write') ? (
      <EmptyState
        title={codeList.noCode}
        text={codeList.noCodeText}
        action={
          <ButtonLink kind="primary" to="/$slug/welcome" params={{ slug }}>
            {codeList.firstCode}
          </ButtonLink>
        }
      />
    ) : (
      <EmptyState title={codeList.noCode} text={codeList.noCodeForReader} />
    )
  }
  if (status === 'archived') {
    return <EmptyState title={codeList.noArchived} text={codeList.noArchivedText} />
  }
  return (
    <EmptyState
      title={codeList.noActive}
      text={codeList.noActiveText}
      action={
        <ButtonLink to="/$slug/codes" params={{ slug }} search={{ status: 'archived', sort }}>
          {codeList.showArchived}
        </ButtonLink>
      }
    />
  )
}

const formats = ['png', 'svg', 'pdf'] as const

interface RowMenuProps {
  code: ListedCode
  onArchive: (code: ListedCode) => void
  onDelete: (code: ListedCode) => void
}

/** Actions for one code. */
const RowMenu = ({ code, onArchive, onDelete }: RowMenuProps) => {
  const { codeList, ui } = useWords()
  const { slug } = useOrganization()
  const may = useMay()
  const toast = useToast()
  const { id, name, short_id, scan_url, status } = code
  const copy = async () => {
    await copyText(scan_url)
    toast(codeList.addressCopied)
  }
  return (
    <Menu
      label={codeList.actionsOf(name)}
      trigger={<IconButton icon="more" label={codeList.actionsOf(name)} />}
    >
      <MenuLink to="/$slug/codes/$id" params={{ slug, id }} icon="right">
        {codeList.open}
      </MenuLink>
      <MenuItem icon="copy" onSelect={() => void copy()}>
        {codeList.copyAddress}
      </MenuItem>
      <MenuSeparator />
      {formats.map((format) => (
        <MenuAnchor
          key={format}
          icon="download"
          href={serviceAddress(`/qr/${short_id}.${format}${format === 'png' ? '?size=1024' : ''}`)}
          download={`${fileNameOf(name)}.${format}`}
        >
          {codeList.downloadAs(format.toUpperCase())}
        </MenuAnchor>
      ))}
      {may('codes:write') && (
        <>
          <MenuSeparator />
          <MenuItem icon="archive" onSelect={() => onArchive(code)}>
            {status === 'active' ? codeList.archive : codeList.unarchive}
          </MenuItem>
        </>
      )}
      {may('codes:delete') && (
        <MenuItem icon="trash" isDanger onSelect={() => onDelete(code)}>
          {ui.delete}
        </MenuItem>
      )}
    </Menu>
  )
}
