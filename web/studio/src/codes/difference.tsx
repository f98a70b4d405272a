import { type ChangeObject, diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import type { Schema } from '../api/client.ts'
import { useWords } from '../words/words.tsx'

type Texts = Schema<'CodeTexts'>

interface DifferenceProps {
  before: Texts
  after: Texts
  fields: readonly string[]
}

/** Beyond this, comparing takes too long, and both texts are shown one after the other. */
const compareMs = 300

/** The changed fields, each with the removed and the added words. */
const Difference = ({ before, after, fields }: DifferenceProps) => {
  const { codeHistory: words } = useWords()
  const textOf = (texts: Texts, field: string): string => {
    const value = texts[field as keyof Texts]
    if (Array.isArray(value)) return value.join('\n')
    if (typeof value === 'string') return value
    if (value) return JSON.stringify(value, null, 2)
    return field === 'title' ? words.nameText : words.defaultText
  }
  return (
    <dl className="grid gap-4">
      {fields.map((field) => (
        <div key={field}>
          <dt className="mb-1 text-small font-medium text-muted">
            {words.fields[field as 'prompt'] ?? field}
          </dt>
          <dd>
            <TextDifference before={textOf(before, field)} after={textOf(after, field)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export default Difference

const TextDifference = ({ before, after }: { before: string; after: string }) => {
  const parts = useMemo(() => partsOf(before, after), [before, after])
  return (
    <p
      // A long text scrolls inside its box, which must be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      className="max-h-96 overflow-y-auto rounded-field border border-line p-3 wrap-anywhere whitespace-pre-wrap"
    >
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
        <Part key={index} {...part} />
      ))}
    </p>
  )
}

type DifferencePart = Omit<ChangeObject<string>, 'count'>

const Part = ({ value, removed, added }: DifferencePart) => {
  if (removed) return <del className="rounded-xs bg-danger-soft text-danger">{value}</del>
  if (!added) return value
  return <ins className="rounded-xs bg-accent-soft text-accent no-underline">{value}</ins>
}

const partsOf = (before: string, after: string): DifferencePart[] =>
  diffWordsWithSpace(before, after, { timeout: compareMs }) ?? [
    { value: `${before}\n`, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
