import { weekDays } from '#contract/handling.ts'
import { maxItems } from '#contract/limits.ts'
import { readerTimeZone, timeZones } from '../../browser.ts'
import { useFormat, useWords, type Words } from '../../words/words.tsx'
import { type Bound, choicesOf, Select, TextArea, TextField } from '../field.tsx'
import { type HoursText, readDates, readSpans } from './hours-text.ts'

const office = '09:00–17:00'

/** The error of hours that the service would refuse. */
export const checkHours = ({ handoff }: Words, hours: HoursText | null) => {
  if (!hours) return undefined
  if (Object.values(hours.weekly).some((text) => readSpans(text) === null)) return handoff.wrong
  return readDates(hours.closed) === null ? handoff.closedDaysHint : undefined
}

export const HoursField = ({ name, value, onChange, error }: Bound<HoursText | null>) => {
  const all = useWords()
  const { handoff: words, notifications } = all
  const { weekday } = useFormat()
  // What else the service may refuse: the browser may know a newer zone.
  const zoneError = error && checkHours(all, value) === undefined ? error : undefined
  const errorOf = (isRight: boolean, text: string) => (error && !isRight ? text : undefined)
  const days = weekDays.slice(0, 5).map((day) => [day, office])
  const certain = () => ({
    time_zone: readerTimeZone(),
    weekly: Object.fromEntries(days),
    closed: '',
  })
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
            choices={choicesOf(new Set([...timeZones(), value.time_zone].sort()))}
            onChange={(time_zone: string) => onChange({ ...value, time_zone })}
          />
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 text-small text-muted">{words.hoursHint}</legend>
            {weekDays.map((day, index) => {
              const text = value.weekly[day] ?? ''
              return (
                <TextField
                  key={day}
                  name={day}
                  label={weekday(new Date(2024, 0, 1 + index))}
                  placeholder={words.closed}
                  error={errorOf(readSpans(text) !== null, words.wrong)}
                  maxLength={100}
                  value={text}
                  onChange={(typed) =>
                    onChange({ ...value, weekly: { ...value.weekly, [day]: typed } })
                  }
                />
              )
            })}
          </fieldset>
          <TextArea
            name="closed"
            label={words.closedDays}
            hint={words.closedDaysHint}
            error={errorOf(readDates(value.closed) !== null, words.closedDaysHint)}
            isOptional
            rows={2}
            maxLength={maxItems.closedDays * 12}
            value={value.closed}
            onChange={(closed) => onChange({ ...value, closed })}
          />
        </>
      )}
    </>
  )
}
