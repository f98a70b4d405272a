import { type EventType, eventTypes } from '#contract/event-types.ts'
import { serviceAddress } from '../api/place.ts'
import { withHttps } from '../ui/address.ts'
import { type Bound, Checkbox, FieldErrorText, TextField } from '../ui/field.tsx'
import type { FormState } from '../ui/form.tsx'
import { useWords, type Words } from '../words/words.tsx'

export interface WebhookValues {
  url: string
  events: EventType[]
  description: string
}

/** Checks the form of an address. The service checks whether it is private. */
export const checkWebhook =
  ({ webhooks, errors }: Words) =>
  ({ url, events }: WebhookValues) => ({
    url: urlFault(withHttps(url), { ...webhooks, urlMissing: errors.fields.required }),
    events: events.length === 0 ? webhooks.eventsMissing : undefined,
  })

const urlFault = (
  url: string,
  words: Record<'urlMissing' | 'urlInvalid' | 'urlCredentials', string>,
): string | undefined => {
  if (url === '') return words.urlMissing
  if (!/^https?:\/\/\S+$/i.test(url) || !URL.canParse(url)) return words.urlInvalid
  const { username, password } = new URL(url)
  return username || password ? words.urlCredentials : undefined
}

/** The request body. */
export const webhookBody = ({ url, events, description }: WebhookValues) => ({
  url: withHttps(url),
  events,
  description: description.trim() || null,
})

/** The fields for a new and for a changed webhook. */
export const WebhookFields = ({ form }: { form: FormState<WebhookValues> }) => {
  const { webhooks } = useWords()
  return (
    <>
      <TextField
        label={webhooks.url}
        hint={webhooks.urlHint}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://example.com/hooks"
        {...form.field('url')}
      />
      <EventChoices {...form.field('events')} />
      <TextField
        label={webhooks.description}
        hint={webhooks.descriptionHint}
        isOptional
        autoComplete="off"
        maxLength={500}
        {...form.field('description')}
      />
    </>
  )
}

const EventChoices = ({ value, onChange, error }: Bound<EventType[]>) => {
  const { webhooks } = useWords()
  // Always in the same order, so that selecting and deselecting an event is not a change.
  const choose = (event: EventType, isWanted: boolean) =>
    onChange(eventTypes.filter((one) => (one === event ? isWanted : value.includes(one))))
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{webhooks.eventsField}</legend>
      <p className="mb-1 text-small text-muted">
        {webhooks.eventsHint}{' '}
        <a
          className="link"
          href={serviceAddress('/docs/reference/events')}
          target="_blank"
          rel="noreferrer"
        >
          {webhooks.eventReference}
        </a>
      </p>
      {eventTypes.map((event) => (
        <Checkbox
          key={event}
          name={event}
          label={webhooks.events[event]}
          hint={<code className="font-mono">{event}</code>}
          value={value.includes(event)}
          onChange={(isWanted) => choose(event, isWanted)}
        />
      ))}
      {error && (
        <div role="alert" tabIndex={-1}>
          <FieldErrorText error={error} />
        </div>
      )}
    </fieldset>
  )
}
