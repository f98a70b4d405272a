import { useEffect, useRef, useState } from 'react'
import { maxLength } from '#contract/limits.ts'
import { inputLook, Select } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useWords } from '../../words/words.tsx'
import { codesRoute } from '../routes.ts'
import type { CodeFilter } from './lists.ts'

/** The search starts after a pause in typing. */
const pauseMs = 250

/** Search, status and order; all of them live in the address. */
export const Filters = () => {
  const { codeList } = useWords()
  const { status = 'active', sort = 'newest' } = codesRoute.useSearch()
  const navigate = codesRoute.useNavigate()
  const set = (changes: Partial<CodeFilter>) =>
    void navigate({ search: (former) => ({ ...former, ...changes }), resetScroll: true })
  return (
    <search className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_11rem]">
      <SearchField />
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

const SearchField = () => {
  const { codeList } = useWords()
  const { q = '' } = codesRoute.useSearch()
  const navigate = codesRoute.useNavigate()
  const [typed, setTyped] = useState(q)
  const asked = useRef(q)
  // The address may change by itself: by Back, or when the search is cleared.
  useEffect(() => {
    if (q !== asked.current) setTyped(q)
    asked.current = q
  }, [q])
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === asked.current) return
    const timer = setTimeout(() => {
      asked.current = wanted
      void navigate({
        search: (former) => ({ ...former, q: wanted === '' ? undefined : wanted }),
        replace: true,
      })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, navigate])
  return (
    <label className="col-span-2 block sm:col-span-1">
      <span className="mb-1 block font-medium">{codeList.search}</span>
      <span className="relative block">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          name="q"
          value={typed}
          maxLength={maxLength.search}
          autoComplete="off"
          className={`${inputLook} pl-9`}
          onChange={(event) => setTyped(event.target.value)}
        />
      </span>
    </label>
  )
}
