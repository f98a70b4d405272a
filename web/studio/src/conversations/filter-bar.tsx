import { useState } from 'react'
import { useAnswerers } from '../api/members.ts'
import type { InboxSearch } from '../routes.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
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
  const { conversations: words, inbox, insight, citations } = useWords()
  const { members, me } = useAnswerers()
  const others = members.filter(({ id }) => id !== me?.id).map(({ id, email }) => [id, email])
  const cleared: InboxSearch = {
    q: undefined,
    code: undefined,
    period: undefined,
    rating: undefined,
    outcome: undefined,
    status: undefined,
    handling: undefined,
    assignee: undefined,
  }
  const { q, handling, assignee } = search
  // Folded on a phone, where the first thing to see is who waits.
  const [isOpen, setIsOpen] = useState(isFiltered(search))
  return (
    <search aria-label={words.filters} className="mb-6 block">
      <Button
        icon={isOpen ? 'up' : 'down'}
        aria-expanded={isOpen}
        className="mb-3 w-full sm:hidden"
        onClick={() => setIsOpen(!isOpen)}
      >
        {words.filters}
      </Button>
      <div
        className={classNames('grid grid-cols-2 gap-3 lg:grid-cols-4', !isOpen && 'max-sm:hidden')}
      >
        <SearchField
          label={words.search}
          value={q ?? ''}
          onChange={(q) => onChange({ q: q || undefined })}
          className="col-span-2 lg:col-span-1"
        />
        <Select
          label={inbox.handling}
          name="handling"
          value={handling ?? ''}
          onChange={(handling) => onChange({ handling: handling || undefined })}
          none={words.anyStatus}
          choices={inbox.handlings}
        />
        <Select
          label={inbox.assignee}
          name="assignee"
          value={assignee ?? ''}
          onChange={(assignee) => onChange({ assignee: assignee || undefined })}
          none={words.anyStatus}
          choices={{
            ...(me && { me: inbox.me }),
            none: inbox.nobody,
            ...Object.fromEntries(others),
          }}
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
