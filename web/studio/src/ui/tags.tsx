import { type KeyboardEvent, useId, useState } from 'react'
import { maxItems, maxLength } from '#contract/limits.ts'
import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useRead } from '../api/read.ts'
import { useWords } from '../words/words.tsx'
import { classNames } from './class-names.ts'
import { Field, inputLook } from './field.tsx'
import { Icon } from './icons.tsx'

const chipLook = 'rounded-full border border-line bg-raised text-small text-ink'

/** The tags of a code, to read. */
export const TagChips = ({ tags, className }: { tags: readonly string[]; className: string }) => {
  const words = useWords()
  if (tags.length === 0) return null
  return (
    <ul aria-label={words.tags.label} className={classNames('flex min-w-0 gap-1', className)}>
      {tags.map((tag) => (
        <li key={tag} className={classNames(chipLook, 'max-w-40 shrink-0 truncate px-2 py-0.5')}>
          <bdi>{tag}</bdi>
        </li>
      ))}
    </ul>
  )
}

interface TagFieldProps {
  label: string
  hint?: string
  placeholder?: string
  error?: string | undefined
  value: readonly string[]
  onChange: (tags: string[]) => void
  className?: string
}

const sameTag = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase()

/** Chosen tags with a field for more, which completes the tags of the organization. */
export const TagField = ({ value, onChange, placeholder, ...labels }: TagFieldProps) => {
  const { tags: words } = useWords()
  const { id: organization_id } = useOrganization()
  const known = useRead(qpr.codes.listTags, { organization_id, limit: 500 })
  const [typed, setTyped] = useState('')
  const listId = useId()
  const isFull = value.length >= maxItems.tags
  const add = (text: string) => {
    setTyped('')
    const added = text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '' && !value.some(sameTag(tag)))
    if (added.length > 0) onChange([...value, ...added].slice(0, maxItems.tags))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Enter adds the tag; it must not send the form around the field.
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
  }
  const choices = known.data?.tags.filter(({ tag }) => !value.some(sameTag(tag))) ?? []
  const type = (text: string) => {
    // Choosing from the list types the whole tag at once.
    const isChosen = choices.some(({ tag }) => tag === text) && text.length - typed.length > 1
    if (isChosen || text.includes(',')) add(text)
    else setTyped(text)
  }
  return (
    <Field {...labels}>
      {(ids) => (
        <>
          <input
            {...ids}
            list={listId}
            value={typed}
            disabled={isFull}
            maxLength={maxLength.tag}
            autoComplete="off"
            placeholder={isFull ? words.full : (placeholder ?? words.placeholder)}
            className={inputLook}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => add(typed)}
          />
          <datalist id={listId}>
            {choices.map(({ tag, codes_count }) => (
              <option key={tag} value={tag} label={words.withCount(tag, codes_count)} />
            ))}
          </datalist>
          {value.length > 0 && (
            <ul aria-label={words.chosen} className="mt-2 flex flex-wrap gap-1">
              {value.map((tag) => (
                <li key={tag}>
                  <button
                    type="button"
                    aria-label={words.remove(tag)}
                    className={classNames(
                      chipLook,
                      'inline-flex max-w-60 items-center gap-1 py-0.5 pr-1 pl-2 hover:bg-hover touch:min-h-11',
                    )}
                    onClick={() => onChange(value.filter((one) => one !== tag))}
                  >
                    <bdi className="truncate">{tag}</bdi>
                    <Icon name="close" className="size-3" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  )
}
