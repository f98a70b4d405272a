import { useRef } from 'react'
import { maxItems, maxLength } from '#contract/limits.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { type Bound, Checkbox, FieldErrorText, Select, TextArea, TextField } from '../ui/field.tsx'
import { useWords } from '../words/words.tsx'
import { type LeadRow, newLeadRow, rowErrors } from './lead-values.ts'

/** The fields of the form that visitors fill in, in their order. */
export const LeadRows = ({ value: rows, onChange, error }: Bound<LeadRow[]>) => {
  const { leadForm: words } = useWords()
  const list = useRef<HTMLOListElement>(null)
  const buttonsAt = (at: number, selector: string) =>
    list.current?.children[at]?.querySelector<HTMLElement>(selector)
  const move = (row: LeadRow, at: number, by: number) => {
    onChange(rows.toSpliced(at, 1).toSpliced(at + by, 0, row))
    // The button that was pressed, or the other one at the end of the list.
    setTimeout(() => {
      const pressed = buttonsAt(at + by, `[data-move="${by}"]:enabled`)
      ;(pressed ?? buttonsAt(at + by, '[data-move]:enabled'))?.focus()
    })
  }
  return (
    <div>
      <ol ref={list} className="flex flex-col gap-4">
        {rows.map((row, at) => {
          const name = row.label.trim() || words.field(at + 1)
          return (
            <li key={row.id}>
              <fieldset className="card p-4">
                <legend className="sr-only">{words.field(at + 1)}</legend>
                <div className="mb-2 flex items-center justify-between gap-1">
                  <span aria-hidden="true" className="text-small text-muted">
                    {words.field(at + 1)}
                  </span>
                  <span className="flex">
                    {([-1, 1] as const).map((by) => (
                      <IconButton
                        key={by}
                        icon={by < 0 ? 'up' : 'down'}
                        label={by < 0 ? words.up(name) : words.down(name)}
                        data-move={by}
                        className="disabled:opacity-30"
                        disabled={rows[at + by] === undefined}
                        onClick={() => move(row, at, by)}
                      />
                    ))}
                    <RemoveButton
                      name={name}
                      isDisabled={rows.length === 1}
                      onClick={() => onChange(rows.toSpliced(at, 1))}
                    />
                  </span>
                </div>
                <RowFields
                  rows={rows}
                  at={at}
                  row={row}
                  onChange={(changed) => onChange(rows.with(at, { ...row, ...changed }))}
                  isChecked={error !== undefined}
                />
              </fieldset>
            </li>
          )
        })}
      </ol>
      <FieldErrorText error={error} />
      {rows.length < maxItems.leadFields && (
        <Button icon="plus" className="mt-4" onClick={() => onChange([...rows, newLeadRow(rows)])}>
          {words.add}
        </Button>
      )}
    </div>
  )
}

interface RemoveButtonProps {
  name: string
  isDisabled: boolean
  onClick: () => void
}

const RemoveButton = ({ name, isDisabled, onClick }: RemoveButtonProps) => {
  const { handoff } = useWords()
  return (
    <IconButton
      icon="trash"
      label={handoff.remove(name)}
      className="disabled:opacity-30"
      disabled={isDisabled}
      onClick={onClick}
    />
  )
}

interface RowFieldsProps {
  rows: readonly LeadRow[]
  at: number
  row: LeadRow
  onChange: (changed: Partial<LeadRow>) => void
  /** Shows what is wrong. */
  isChecked: boolean
}

const RowFields = ({ rows, at, row, onChange, isChecked }: RowFieldsProps) => {
  const words = useWords()
  const { leadForm } = words
  const errors: Partial<ReturnType<typeof rowErrors>> = isChecked ? rowErrors(words, rows, at) : {}
  const field = <Name extends keyof LeadRow>(name: Name) => ({
    name: `fields.${at}.${name}`,
    value: row[name],
    onChange: (value: LeadRow[Name]) => onChange({ [name]: value }),
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...field('label')}
        label={leadForm.label}
        error={errors.label}
        maxLength={maxLength.leadLabel}
      />
      <Select
        {...field('type')}
        label={leadForm.type}
        error={errors.type}
        choices={leadForm.types}
      />
      {row.type === 'choice' && (
        <TextArea
          {...field('choices')}
          label={leadForm.choices}
          hint={leadForm.choicesHint}
          error={errors.choices}
          rows={3}
          className="sm:col-span-2"
        />
      )}
      <TextField
        {...field('help')}
        label={leadForm.help}
        isOptional
        maxLength={maxLength.leadLabel}
      />
      <Checkbox {...field('required')} label={leadForm.required} className="sm:self-end" />
    </div>
  )
}
