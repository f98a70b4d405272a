import type { InboxSearch } from '../routes.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useWords } from '../words/words.tsx'
import { CodeFilter } from './code-filter.tsx'
import { isFiltered } from './inbox.ts'

interface FilterBarProps {
  search: InboxSearch
  onChange: (changed: Partial<InboxSearch>) => void
  /** How many there are; undefined while they are counted. */
  total: number | undefined
}

/** All filters are in the address; '' means no filter. */
export const FilterBar = ({ search, onChange, total }: FilterBarProps) => {
  const { conversations: words, insight } = useWords()
  const cleared = { q: undefined, code: undefined, period: undefined, rating: undefined }
  return (
    <search aria-label={words.filters} className="mb-6 block">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-[2fr_1.5fr_1fr_1fr_1fr]">
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
            onClick={() => onChange({ ...cleared, status: undefined })}
          >
            {words.clear}
          </Button>
        )}
      </div>
    </search>
  )
}
