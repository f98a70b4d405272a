import { useId } from 'react'
import { maxItems } from '#contract/limits.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { type Bound, FieldError, inputLook } from '../ui/field.tsx'
import { useWords } from '../words/words.tsx'
import type { Entry } from './metadata.ts'

/** Names and values of the owner, such as a region. */
export const MetadataFields = ({ value, onChange, error }: Bound<Entry[]>) => {
  const { settings } = useWords()
  const id = useId()
  const set = (index: number, changes: Partial<Entry>) =>
    onChange(value.map((entry, i) => (i === index ? { ...entry, ...changes } : entry)))
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="font-medium">{settings.metadata}</legend>
      <p id={`${id}-hint`} className="mb-2 text-small text-muted">
        {settings.metadataHint}
      </p>
      <div className="flex flex-col gap-2">
        {value.map(({ key, text }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a pair is identified by its position
            key={index}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_auto] gap-2"
          >
            <input
              aria-label={settings.keyOf(index + 1)}
              aria-invalid={error ? true : undefined}
              placeholder={settings.key}
              value={key}
              maxLength={200}
              className={inputLook}
              onChange={(event) => set(index, { key: event.target.value })}
            />
            <input
              aria-label={settings.valueOf(index + 1)}
              placeholder={settings.value}
              value={text}
              className={inputLook}
              onChange={(event) => set(index, { text: event.target.value })}
            />
            <IconButton
              icon="trash"
              label={settings.removePair(index + 1)}
              onClick={() => onChange(value.filter((_, i) => i !== index))}
            />
          </div>
        ))}
      </div>
      <FieldError error={error} />
      {value.length < maxItems.metadataKeys && (
        <Button
          kind="quiet"
          icon="plus"
          className="mt-2 -ml-3.5"
          onClick={() => onChange([...value, { key: '', text: '', former: undefined }])}
        >
          {settings.addPair}
        </Button>
      )}
    </fieldset>
  )
}
