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
  const { q } = search
  const cleared = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))
  const choose = (
    name: 'handling' | 'assignee' | 'period' | 'outcome' | 'rating' | 'status',
    label: string,
    none: string,
    choices: Record<string, string>,
  ) => (
    <Select
      {...{ name, label, none, choices }}
      value={search[name] ?? ''}
      onChange={(value) => onChange({ [name]: value || undefined })}
    />
  )
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
        {choose('handling', inbox.handling, words.anyStatus, inbox.handlings)}
        {choose('assignee', inbox.assignee, words.anyStatus, {
          ...(me && { me: inbox.me }),
          none: inbox.nobody,
          ...Object.fromEntries(others),
        })}
        <CodeFilter value={search.code} onChange={(code) => onChange({ code })} />
        {choose('period', words.period, words.anyTime, insight.periods)}
        {choose('outcome', words.outcome, words.anyOutcome, citations.outcomes)}
        {choose('rating', words.rating, words.anyRating, words.ratings)}
        {choose('status', words.status, words.anyStatus, words.statuses)}
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
