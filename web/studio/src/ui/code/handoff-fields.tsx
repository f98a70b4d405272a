import { waitSeconds } from '#contract/handling.ts'
import { maxLength } from '#contract/limits.ts'
import type { Schema } from '../../api/client.ts'
import { useAnswerers } from '../../api/members.ts'
import { useFormat, useWords } from '../../words/words.tsx'
import { FactList } from '../facts.tsx'
import { type Bound, Checkbox, FieldErrorText, Select, TextArea } from '../field.tsx'
import { HoursField, type HoursValue, useDays } from './hours-field.tsx'

export type HandoffValues = Required<Schema<'Handoff'>>

/** `form.field` of a form that has these settings. */
interface SettingsOf {
  (name: 'enabled'): Bound<boolean>
  (name: 'hours'): Bound<HoursValue | null>
  (name: 'wait_seconds'): Bound<number>
  (name: 'closed_message'): Bound<string | null>
  (name: 'member_ids'): Bound<string[]>
}

const waits = [waitSeconds.minimum, 60, 120, 180, 300, 600, 900, 1800, waitSeconds.maximum]

/** The hand-off of an organization, or of a code. */
export const HandoffFields = ({ field }: { field: SettingsOf }) => {
  const { handoff: words } = useWords()
  const { duration } = useFormat()
  const { value: isOn } = field('enabled')
  const hours = field('hours')
  const wait = field('wait_seconds')
  const message = field('closed_message')
  const labels = [...new Set([...waits, wait.value])].map((seconds) => [seconds, duration(seconds)])
  return (
    <>
      <Checkbox
        {...field('enabled')}
        label={words.enabled}
        hint={isOn ? words.onHint : words.offHint}
      />
      {(isOn || hours.error) && (
        <>
          <MembersField {...field('member_ids')} />
          <HoursField {...hours} />
          <Select
            {...wait}
            label={words.wait}
            hint={words.waitHint}
            value={String(wait.value)}
            choices={Object.fromEntries(labels)}
            onChange={(seconds: string) => wait.onChange(Number(seconds))}
          />
          <TextArea
            {...message}
            label={words.closedMessage}
            hint={words.closedMessageHint}
            isOptional
            rows={2}
            maxLength={maxLength.closedMessage}
            value={message.value ?? ''}
            onChange={(text) => message.onChange(text || null)}
          />
        </>
      )}
    </>
  )
}

const MembersField = ({ name, value, onChange, error }: Bound<string[]>) => {
  const { handoff: words } = useWords()
  return (
    <fieldset>
      <legend className="font-medium">{words.members}</legend>
      <p className="text-small text-muted">{words.membersHint}</p>
      <div className="max-h-72 overflow-y-auto wrap-anywhere">
        {useAnswerers().members.map(({ id, email }) => (
          <Checkbox
            key={id}
            name={name}
            label={email}
            value={value.includes(id)}
            onChange={(isChosen) =>
              onChange(isChosen ? [...value, id] : value.filter((one) => one !== id))
            }
          />
        ))}
      </div>
      <FieldErrorText error={error} />
    </fieldset>
  )
}

/** The same for roles that may only read. */
export const HandoffFacts = ({ handoff }: { handoff: HandoffValues }) => {
  const { handoff: words, notifications, ui } = useWords()
  const { duration } = useFormat()
  const { enabled, hours, wait_seconds, closed_message, member_ids } = handoff
  const told = useAnswerers().members.filter(({ id }) => member_ids.includes(id))
  const days = useDays().map(([day, name]) => {
    const spans = hours?.weekly[day] ?? []
    return `${name}: ${spans.map((span) => span.join('–')).join(', ') || words.closed}`
  })
  if (!enabled) return <FactList list={[[words.enabled, ui.off]]} />
  return (
    <FactList
      list={[
        [words.enabled, ui.on],
        [words.members, told.map(({ email }) => email).join('\n') || words.everyone],
        [words.hours, hours ? days.join('\n') : words.always],
        [notifications.timeZone, hours?.time_zone ?? null],
        [words.closedDays, hours?.closed?.join(', ') || null],
        [words.wait, duration(wait_seconds)],
        [words.closedMessage, closed_message],
      ]}
    />
  )
}
