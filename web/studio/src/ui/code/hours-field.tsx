import { useRef } from 'react'
import { weekDays } from '#contract/handling.ts'
import { maxItems } from '#contract/limits.ts'
import type { Schema } from '../../api/client.ts'
import { readerTimeZone, timeZones } from '../../browser.ts'
import { useFormat, useWords, type Words } from '../../words/words.tsx'
import { Button, IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { type Bound, FieldErrorText, inputLook, Select, sameChoices } from '../field.tsx'
import { focusIn } from '../focus.ts'

export type HoursValue = NonNullable<Schema<'Handoff'>['hours']>
type Day = (typeof weekDays)[number]

/** The names of the days, Monday first. */
export const useDays = () => {
  const { weekday } = useFormat()
  return weekDays.map((day, index): [Day, string] => [day, weekday(new Date(2024, 0, 1 + index))])
}

const office = [['09:00', '17:00']]

const isWrong = ([from = '', until = '']: string[]) => from === '' || until <= from

/** The error of hours that the service would refuse. */
export const checkHours = ({ handoff, errors }: Words, hours: HoursValue | null) => {
  if (!hours) return undefined
  if (Object.values(hours.weekly).flat().some(isWrong)) return handoff.wrong
  return hours.closed?.includes('') ? errors.fields.required : undefined
}

export const HoursField = ({ name, value, onChange, error }: Bound<HoursValue | null>) => {
  const all = useWords()
  const { handoff: words, notifications } = all
  // What else the service may refuse: the browser may know a newer zone.
  const zoneError = error && checkHours(all, value) === undefined ? error : undefined
  const weekly = Object.fromEntries(weekDays.slice(0, 5).map((day) => [day, office]))
  const certain = () => ({ time_zone: readerTimeZone(), weekly, closed: [] })
  return (
    <>
      <Select
        name={name}
        label={words.hours}
        value={value ? 'certain' : 'always'}
        choices={{ always: words.always, certain: words.certain }}
        onChange={(when: string) => onChange(when === 'certain' ? certain() : null)}
      />
      {value && (
        <>
          <Select
            name="time_zone"
            label={notifications.timeZone}
            error={zoneError}
            value={value.time_zone}
            choices={sameChoices(new Set([...timeZones(), value.time_zone].sort()))}
            onChange={(time_zone: string) => onChange({ ...value, time_zone })}
          />
          <div>
            <Week value={value} onChange={onChange} isChecked={error !== undefined} />
            <FieldErrorText error={zoneError ? undefined : error} />
          </div>
          <ClosedDays value={value} onChange={onChange} isChecked={error !== undefined} />
        </>
      )}
    </>
  )
}

interface HoursProps {
  value: HoursValue
  onChange: (value: HoursValue) => void
  /** Marks what is wrong. */
  isChecked: boolean
}

const timeLook = classNames(
  inputLook,
  'min-w-0 max-w-36 flex-1 px-2 [&::-webkit-calendar-picker-indicator]:hidden',
)

const Week = ({ value, onChange, isChecked }: HoursProps) => {
  const { handoff: words } = useWords()
  const { weekly } = value
  const set = (day: Day, spans: string[][]) =>
    onChange({ ...value, weekly: { ...weekly, [day]: spans } })
  /** A day opens as the day before, further hours are typed. */
  const add = (day: Day) => {
    const spans = weekly[day] ?? []
    const before = weekDays.slice(0, weekDays.indexOf(day)).toReversed()
    const former = before.map((one) => weekly[one] ?? []).find(({ length }) => length > 0)
    set(day, spans.length > 0 ? [...spans, ['', '']] : (former ?? office))
  }
  return useDays().map(([day, name]) => {
    const spans = weekly[day] ?? []
    return (
      <div
        key={day}
        data-day
        className="flex flex-wrap items-center gap-x-2 border-t border-line py-1"
      >
        <span className="min-w-28 max-sm:w-full">{name}</span>
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          {spans.length === 0 && <span className="text-muted">{words.closed}</span>}
          {spans.map((span, at) => {
            const [from = '', until = ''] = span
            const label = `${name} ${at + 1}`
            const times = {
              type: 'time',
              className: timeLook,
              'aria-invalid': (isChecked && isWrong(span)) || undefined,
            }
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a span is known by its place alone
              <div key={at} className="flex items-center gap-1">
                <input
                  {...times}
                  aria-label={words.from(label)}
                  value={from}
                  onChange={({ target }) => set(day, spans.with(at, [target.value, until]))}
                />
                –{/* Midnight as an end is 24:00 for the service and 00:00 for the browser. */}
                <input
                  {...times}
                  aria-label={words.until(label)}
                  value={until.replace('24:00', '00:00')}
                  onChange={({ target }) =>
                    set(day, spans.with(at, [from, target.value.replace('00:00', '24:00')]))
                  }
                />
                <IconButton
                  icon="close"
                  label={words.remove(label)}
                  onClick={({ currentTarget }) => {
                    set(day, spans.toSpliced(at, 1))
                    focusIn(currentTarget.closest('[data-day]'), '[data-add]')
                  }}
                />
              </div>
            )
          })}
        </div>
        <IconButton
          icon="plus"
          label={words.add(name)}
          data-add
          className="self-start disabled:opacity-50"
          disabled={spans.length >= maxItems.spans}
          onClick={({ currentTarget }) => {
            add(day)
            focusIn(currentTarget.closest('[data-day]'), 'div > :last-child > input')
          }}
        />
      </div>
    )
  })
}

const ClosedDays = ({ value, onChange, isChecked }: HoursProps) => {
  const { handoff: words } = useWords()
  const { closed = [] } = value
  const list = useRef<HTMLFieldSetElement>(null)
  const set = (dates: string[]) => onChange({ ...value, closed: dates })
  return (
    <fieldset ref={list} className="flex flex-col items-start gap-2">
      <legend className="mb-1 font-medium">{words.closedDays}</legend>
      {closed.map((date, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a date is known by its place alone
        <div key={at} className="flex items-center gap-1">
          <input
            type="date"
            aria-label={words.closedDay(at + 1)}
            aria-invalid={(isChecked && date === '') || undefined}
            className={inputLook}
            value={date}
            onChange={({ target }) => set(closed.with(at, target.value))}
          />
          <IconButton
            icon="close"
            label={words.remove(words.closedDay(at + 1))}
            onClick={() => {
              set(closed.toSpliced(at, 1))
              focusIn(list.current, 'input, button')
            }}
          />
        </div>
      ))}
      {closed.length < maxItems.closedDays && (
        <Button
          icon="plus"
          onClick={() => {
            set([...closed, ''])
            focusIn(list.current, 'div:last-of-type input')
          }}
        >
          {words.addClosedDay}
        </Button>
      )}
    </fieldset>
  )
}
