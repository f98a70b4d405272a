import { eventTypes } from '../../../../src/webhooks/events/event-types.ts'
import { Select } from '../ui/field.tsx'
import { useWords } from '../words/words.tsx'
import { webhookRoute } from './routes.ts'

type Search = ReturnType<typeof webhookRoute.useSearch>
const statuses = ['pending', 'succeeded', 'failed'] as const

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
        choices={[
          { value: '', label: words.anyStatus },
          ...statuses.map((value) => ({ value, label: words.statuses[value] })),
        ]}
      />
      <Select<NonNullable<Search['event']> | ''>
        className="sm:w-64"
        label={words.event}
        name="event"
        value={event ?? ''}
        onChange={(value) => filter({ event: value || undefined })}
        choices={[
          { value: '', label: words.anyEvent },
          ...eventTypes.map((value) => ({ value, label: value })),
        ]}
      />
    </div>
  )
}
