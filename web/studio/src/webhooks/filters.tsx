import { eventTypes } from '#contract/event-types.ts'
import { Select, sameChoices } from '../ui/field.tsx'
import { useWords } from '../words/words.tsx'
import { webhookRoute } from './routes.ts'

type Search = ReturnType<typeof webhookRoute.useSearch>

/** Of the log: status and event, in the address. */
export const LogFilters = () => {
  const { webhooks: words } = useWords()
  const { status, event } = webhookRoute.useSearch()
  const navigate = webhookRoute.useNavigate()
  const filter = (changed: Search) =>
    void navigate({ search: { status, event, ...changed }, replace: true })
  return (
    <div className="mb-4 grid gap-3 sm:flex">
      <Select<NonNullable<Search['status']> | ''>
        className="sm:w-52"
        label={words.status}
        name="status"
        value={status ?? ''}
        onChange={(value) => filter({ status: value || undefined })}
        none={words.anyStatus}
        choices={words.statuses}
      />
      <Select<NonNullable<Search['event']> | ''>
        className="sm:w-64"
        label={words.event}
        name="event"
        value={event ?? ''}
        onChange={(value) => filter({ event: value || undefined })}
        none={words.anyEvent}
        choices={sameChoices(eventTypes)}
      />
    </div>
  )
}
