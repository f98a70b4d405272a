import { lazy, Suspense, useEffect, useState } from 'react'
import { given } from '../api/given.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { codesRoute } from '../routes.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Menu, MenuItem, MenuLink } from '../ui/menu.tsx'
import { Page } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { ErrorPanel } from '../ui/states.tsx'
import { TagField } from '../ui/tags.tsx'
import { useWords, withPageWords } from '../words/words.tsx'
import { BulkBar } from './list/bulk-bar.tsx'
import { useArchiving, useDeleting } from './list/changing.ts'
import { CodeTable } from './list/code-table.tsx'
import { type CodeListFilter, inNameOrder, readIds, useCodePages } from './list/lists.ts'
import type { SheetSource } from './sheet/layouts.ts'

// The list is shown without these.
const SheetDialog = lazy(() => withPageWords(import('./sheet/sheet-dialog.tsx')))

const nothing: ReadonlySet<string> = new Set()

/** All codes of an organization: found, chosen, archived, printed. */
export const CodesPage = () => {
  const { codes, codeList } = useWords()
  const { id: organization_id, slug } = useOrganization()
  const may = useMay()
  const { q, tag, status = 'active', sort = 'newest' } = codesRoute.useSearch()
  const filter: CodeListFilter = { organization_id, status, sort, ...given({ q, tag }) }
  // Sheets are cut and put on tables in this order.
  const byName: CodeListFilter = { ...filter, sort: 'name' }
  const list = useCodePages(filter)
  const archiving = useArchiving()
  const remove = useDeleting()
  const [selected, setSelected] = useState(nothing)
  const [sheet, setSheet] = useState<SheetSource | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection belongs to the shown list
  useEffect(() => setSelected(nothing), [organization_id, status, q, tag?.join()])

  const archive = (ids: string[]) => {
    setSelected(nothing)
    void archiving.change(ids, status === 'active' ? 'archived' : 'active')
  }
  const printAll = () => {
    const read = (from: number, count: number) => readIds(byName, { from, count })
    setSheet({ total: list.total, read })
  }
  const printSelected = () => {
    const ids = inNameOrder([...selected], list.rows)
    setSheet({ total: ids.length, read: async (from, count) => ids.slice(from, from + count) })
  }

  return (
    <Page
      title={codes.title}
      action={
        <>
          <Menu label={codeList.more} trigger={<Button icon="more">{codeList.more}</Button>}>
            {may('codes:write') && (
              <MenuLink to="/$slug/codes/import" params={{ slug }} icon="upload">
                {codes.importTitle}
              </MenuLink>
            )}
            <MenuItem icon="print" isDisabled={list.total === 0} onSelect={printAll}>
              {codeList.printSheetOf(list.total)}
            </MenuItem>
          </Menu>
          {may('codes:write') && (
            <ButtonLink kind="primary" icon="plus" to="/$slug/codes/new" params={{ slug }}>
              {codes.newTitle}
            </ButtonLink>
          )}
        </>
      }
    >
      <Filters />
      {(!list.error || list.rows.length > 0) && (
        <CodeTable
          list={list}
          selection={{ selected, onChange: setSelected }}
          onArchive={({ id }) => archive([id])}
          onDelete={remove}
        />
      )}
      {list.error && <ErrorPanel error={list.error} onRetry={list.refetch} />}
      <BulkBar
        selected={selected}
        status={status}
        total={list.total}
        progress={archiving.progress}
        readAll={() => readIds(byName, { count: list.total })}
        onSelect={setSelected}
        onArchive={() => archive([...selected])}
        onPrint={printSelected}
      />
      <Suspense>{sheet && <SheetDialog source={sheet} onClose={() => setSheet(null)} />}</Suspense>
    </Page>
  )
}

/** Search, tags, status and order; all of them are in the address. */
const Filters = () => {
  const { codeList, tags } = useWords()
  const { q = '', tag = [], status = 'active', sort = 'newest' } = codesRoute.useSearch()
  const navigate = codesRoute.useNavigate()
  const set = (changes: ReturnType<typeof codesRoute.useSearch>, replace = false) =>
    void navigate({ search: (former) => ({ ...former, ...changes }), replace })
  return (
    <search className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_10rem_11rem]">
      <SearchField
        label={codeList.search}
        value={q}
        onChange={(next) => set({ q: next || undefined }, true)}
        className="col-span-2 lg:col-span-1"
      />
      <TagField
        label={tags.label}
        placeholder={tags.any}
        value={tag}
        onChange={(next) => set({ tag: next.length > 0 ? next : undefined })}
        className="col-span-2 lg:col-span-1"
      />
      <Select
        label={codeList.status}
        name="status"
        value={status}
        choices={codeList.statuses}
        onChange={(next) => set({ status: next })}
      />
      <Select
        label={codeList.sort}
        name="sort"
        value={sort}
        choices={codeList.sorts}
        onChange={(next) => set({ sort: next })}
      />
    </search>
  )
}
