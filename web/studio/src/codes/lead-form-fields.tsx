import { useRef } from 'react'
import { maxItems, maxLength } from '#contract/limits.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { type Bound, Checkbox, FieldErrorText, Select, TextArea, TextField } from '../ui/field.tsx'
import { focusIn } from '../ui/focus.ts'
import { useWords } from '../words/words.tsx'
import { checkRows, type LeadRow, newLeadRow, rowErrors } from './lead-values.ts'

/** The fields of the form that visitors fill in, in their order. */
export const LeadRows = ({ value: rows, onChange, error }: Bound<LeadRow[]>) => {
  const all = useWords()
  const { leadForm: words, handoff } = all
  const list = useRef<HTMLOListElement>(null)
  const move = (row: LeadRow, at: number, by: number) => {
    onChange(rows.toSpliced(at, 1).toSpliced(at + by, 0, row))
    // The button that was pressed; at the end of the list the other one.
    const next = rows[at + 2 * by] ? by : -by
    focusIn(list.current, `li:nth-child(${at + by + 1}) [data-move="${next}"]`)
  }
  const add = () => {
    onChange([...rows, newLeadRow(rows)])
    focusIn(list.current, 'li:last-child input')
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
                    <IconButton
                      icon="trash"
                      label={handoff.remove(name)}
                      className="disabled:opacity-30"
                      disabled={rows.length === 1}
                      onClick={() => {
                        onChange(rows.toSpliced(at, 1))
                        focusIn(list.current, 'input')
                      }}
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
      {/* Of the service; others are below their fields. */}
      <FieldErrorText error={checkRows(all, rows) ? undefined : error} />
      {rows.length < maxItems.leadFields && (
        <Button icon="plus" className="mt-4" onClick={add}>
          {words.add}
        </Button>
      )}
    </div>
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
