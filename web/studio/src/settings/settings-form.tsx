import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { maxItems, maxLength } from '#contract/limits.ts'
import { qpr } from '../api/client.ts'
import { moveOrganization, type Organization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { type Bound, FieldErrorText, inputLook, TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { Card } from '../ui/page.tsx'
import { Notice } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { useSlugCheck } from './slug.ts'

/** One entry in the form; the former value keeps its JSON type. */
interface Entry {
  key: string
  text: string
  former: unknown
}

const entriesOf = (metadata: Record<string, unknown>): Entry[] =>
  Object.entries(metadata).map(([key, former]) => ({ key, text: textOf(former), former }))

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const metadataOf = (entries: readonly Entry[]): Record<string, unknown> =>
  Object.fromEntries(
    entries
      .filter(({ key }) => key.trim() !== '')
      .map((entry) => [entry.key.trim(), storedOf(entry)]),
  )

/** A former number or list stays one while the text is valid JSON. */
const storedOf = ({ text, former }: Entry): unknown => {
  if (typeof former === 'string' || former === undefined) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const doubledKey = (entries: readonly Entry[]): string | undefined => {
  const keys = entries.map(({ key }) => key.trim()).filter(Boolean)
  return keys.find((key, index) => keys.indexOf(key) !== index)
}

interface Values {
  name: string
  slug: string
  metadata: Entry[]
}

export const SettingsForm = ({ organization }: { organization: Organization }) => {
  const { settings, code, errors, ui } = useWords()
  const { id, name, slug, metadata } = organization
  const navigate = useNavigate()
  const checkSlug = useSlugCheck()
  const update = useChange(qpr.organizations.update)
  const form = useForm<Values>({
    initial: { name, slug, metadata: entriesOf(metadata) },
    check: (values) => ({
      name: values.name.trim() === '' ? errors.fields.required : undefined,
      slug: checkSlug(values.slug),
      metadata: doubledKey(values.metadata) ? settings.doubledKey : undefined,
    }),
    save: (values) =>
      update.mutateAsync([
        id,
        { name: values.name, slug: values.slug, metadata: metadataOf(values.metadata) },
      ]),
    done: ui.saved,
    onSaved: (values) => {
      const params = { slug: values.slug }
      const saved = { ...organization, ...params, name: values.name }
      void moveOrganization(slug, { ...saved, metadata: metadataOf(values.metadata) }, () =>
        navigate({ to: '/$slug/settings', params, replace: true }),
      )
    },
  })
  return (
    <Card>
      <Form form={form} className="flex max-w-140 flex-col gap-6">
        <TextField label={settings.name} maxLength={maxLength.name} {...form.field('name')} />
        <div>
          <TextField
            label={settings.slug}
            hint={settings.slugHint}
            maxLength={63}
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('slug')}
          />
          {form.values.slug !== slug && (
            <Notice tone="warn" className="mt-2">
              {settings.slugWarning}
            </Notice>
          )}
        </div>
        <Disclosure
          title={code.advanced}
          text={settings.metadata}
          isWrong={form.field('metadata').error !== undefined}
        >
          <MetadataFields {...form.field('metadata')} />
        </Disclosure>
      </Form>
    </Card>
  )
}

/** Names and values of the owner, such as a region. */
const MetadataFields = ({ value, onChange, error }: Bound<Entry[]>) => {
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
      <FieldErrorText error={error} />
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
