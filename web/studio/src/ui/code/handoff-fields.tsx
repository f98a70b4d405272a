import { noHandoff, waitSeconds } from '#contract/handling.ts'
import { maxLength } from '#contract/limits.ts'
import type { Schema } from '../../api/client.ts'
import { useAnswerers } from '../../api/members.ts'
import { useFormat, useWords } from '../../words/words.tsx'
import { type Bound, Checkbox, FieldErrorText, Select, TextArea } from '../field.tsx'
import { Notice } from '../states.tsx'
import { HoursField } from './hours-field.tsx'
import { type HoursText, hoursOfText, textOfHours } from './hours-text.ts'

type Handoff = Schema<'Handoff'>

export interface HandoffValues extends Omit<SavedHandoff, 'hours' | 'inactive_reason'> {
  hours: HoursText | null
  inactive_reason: Handoff['inactive_reason'] | null
}

type SavedHandoff = typeof noHandoff

export const handoffValues = (saved: Handoff): HandoffValues => {
  const { hours, inactive_reason = null, ...rest } = { ...noHandoff, ...saved }
  return { ...rest, inactive_reason, hours: hours && textOfHours(hours) }
}

export const handoffInput = ({ hours, inactive_reason: _, ...rest }: HandoffValues) => ({
  ...rest,
  hours: hours && hoursOfText(hours),
})

/** `form.field` of a form that has these settings. */
interface SettingsOf {
  (name: 'enabled'): Bound<boolean>
  (name: 'inactive_reason'): Bound<HandoffValues['inactive_reason']>
  (name: 'hours'): Bound<HoursText | null>
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
      {!isOn && field('inactive_reason').value && <Notice tone="warn">{words.noMember}</Notice>}
      <Checkbox {...field('enabled')} label={words.enabled} hint={isOn && words.onHint} />
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
