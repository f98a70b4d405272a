import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { maxLength } from '#contract/limits.ts'
import { Button } from '../ui/button.tsx'
import { inputLook, Select } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { useWords } from '../words/words.tsx'
import { CodeFilter } from './code-filter.tsx'
import { isFiltered } from './inbox.ts'
import type { InboxSearch } from './routes.ts'

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
        <SearchField value={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
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

const pauseMs = 350

/** Searches when the reader pauses, or at once with Enter. */
const SearchField = (props: { value: string; onChange: (value: string) => void }) => {
  const { conversations: words } = useWords()
  const id = useId()
  const { value } = props
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const send = useEffectEvent((next: string) => {
    sent.current = next
    props.onChange(next)
  })
  useEffect(() => {
    if (value === sent.current) return
    // The address changed from outside: by Back or by "Clear filters".
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const next = typed.trim()
    if (next === sent.current) return
    const timer = setTimeout(() => send(next), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sent.current = typed.trim()
    props.onChange(sent.current)
  }
  return (
    <form onSubmit={submit} className="col-span-2 lg:col-span-1">
      <label htmlFor={id} className="mb-1 block font-medium">
        {words.search}
      </label>
      <div className="relative">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
        <input
          id={id}
          type="search"
          className={`${inputLook} pl-9`}
          value={typed}
          maxLength={maxLength.search}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
    </form>
  )
}
