import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { maxLength } from '#contract/limits.ts'
import { qpr } from '../api/client.ts'
import { given } from '../api/given.ts'
import { useOrganization } from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import { classNames } from '../ui/class-names.ts'
import { inputLook } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { useWords } from '../words/words.tsx'

interface CodeFilterProps {
  /** Default: "Code". */
  label?: string
  /** The id of a code; undefined: all of them. */
  value: string | undefined
  onChange: (id: string | undefined) => void
}

interface Option {
  id: string | undefined
  name: string
}

/** A code among thousands: typing finds it, arrow keys and Enter choose it. */
export const CodeFilter = ({ value, onChange, ...named }: CodeFilterProps) => {
  const { conversations: words } = useWords()
  const label = named.label ?? words.code
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const isOpen = typed !== null
  const chosen = useChosenName(value)
  const found = useFound(typed)
  const options: Option[] = [{ id: undefined, name: words.allCodes }, ...(found ?? [])]
  const activeOption = isOpen ? options[Math.min(active, options.length - 1)] : undefined

  const open = () => {
    setTyped('')
    setActive(0)
  }
  const choose = (option: Option | undefined) => {
    setTyped(null)
    if (option && option.id !== value) onChange(option.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!isOpen) return open()
      setActive((options.length + Math.min(active, options.length - 1) + step) % options.length)
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(activeOption)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setTyped(null)
    }
  }
  const optionId = (option: Option) => `${id}-${option.id ?? 'all'}`

  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeOption && optionId(activeOption)}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLength.search}
          className={classNames(inputLook, 'truncate pr-9')}
          placeholder={isOpen ? (chosen ?? words.allCodes) : undefined}
          value={typed ?? chosen ?? words.allCodes}
          onClick={() => isOpen || open()}
          onChange={(event) => {
            // The first key replaces the name of the chosen code.
            setTyped(isOpen ? event.target.value : '')
            setActive(isOpen && event.target.value !== '' ? 1 : 0)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setTyped(null)}
        />
        <Icon
          name="down"
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!isOpen}
        className="appear absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float"
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled in the field
          <div
            key={option.id ?? ''}
            id={optionId(option)}
            role="option"
            aria-selected={option.id === value}
            className={classNames(
              'control flex items-center justify-between gap-2 rounded-field px-3 py-1.5 wrap-anywhere hover:bg-hover',
              option === activeOption && 'bg-hover',
            )}
            // Before the field loses the focus, which would close the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <bdi>{option.name}</bdi>
            {option.id === value && <Icon name="check" className="text-accent" />}
          </div>
        ))}
        {found?.length === 0 && typed !== '' && (
          <p className="px-3 py-1.5 text-muted">{words.noSuchCode}</p>
        )}
      </div>
    </div>
  )
}

const useFound = (typed: string | null): Option[] | undefined => {
  const { id } = useOrganization()
  const q = typed?.trim() || undefined
  const { data } = useQuery({
    ...queryOf(qpr.codes.list, given({ organization_id: id, q, limit: 20 })),
    enabled: typed !== null,
    placeholderData: keepPreviousData,
  })
  return data?.codes
}

const useChosenName = (id: string | undefined): string | undefined => {
  const { data, error } = useQuery({
    ...queryOf(qpr.codes.get, id ?? ''),
    enabled: id !== undefined,
    staleTime: 60_000,
  })
  if (id === undefined) return undefined
  return data?.name ?? (error ? id : ' ')
}
