import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { maxLength } from '#contract/limits.ts'
import { classNames } from './class-names.ts'
import { Field, inputLook } from './field.tsx'
import { Icon } from './icons.tsx'

const pauseMs = 250

interface SearchFieldProps {
  label: string
  /** The text of the address; '' without a search. */
  value: string
  onChange: (value: string) => void
  className?: string
}

/** Searches after a pause in typing, or at once with Enter. */
export const SearchField = ({ label, value, onChange, className }: SearchFieldProps) => {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const send = useEffectEvent((next: string) => {
    sent.current = next
    onChange(next)
  })
  useEffect(() => {
    // The address may change from outside: by Back, or when the search is cleared.
    if (value !== sent.current) setTyped(value)
    sent.current = value
  }, [value])
  useEffect(() => {
    const next = typed.trim()
    if (next === sent.current) return
    const timer = setTimeout(() => send(next), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Field label={label} className={className}>
      {(ids) => (
        <div className="relative">
          <Icon
            name="search"
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
          />
          <input
            {...ids}
            type="search"
            name="q"
            value={typed}
            maxLength={maxLength.search}
            autoComplete="off"
            className={classNames(inputLook, 'pl-9')}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={({ key }) => {
              if (key !== 'Enter') return
              sent.current = typed.trim()
              onChange(sent.current)
            }}
          />
        </div>
      )}
    </Field>
  )
}
