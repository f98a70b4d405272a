import { codesRoute } from '../../routes.ts'
import { Select } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { TagField } from '../../ui/tags.tsx'
import { useWords } from '../../words/words.tsx'

/** Search, tags, status and order; all of them are in the address. */
export const Filters = () => {
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
