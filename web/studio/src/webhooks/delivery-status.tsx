import type { Schema } from '../api/client.ts'
import { Badge } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { Countdown } from './countdown.tsx'

type Facts = Pick<Schema<'Delivery'>, 'status' | 'next_attempt_at'>

const tones = { pending: 'warn', succeeded: 'good', failed: 'bad' } as const

/** The status of a delivery, and when the next attempt is due. */
export const DeliveryStatus = ({ delivery: { status, next_attempt_at } }: { delivery: Facts }) => {
  const { webhooks } = useWords()
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 sm:justify-start">
      <Badge tone={tones[status]}>{webhooks.statuses[status]}</Badge>
      {next_attempt_at !== null && (
        <span className="text-small text-muted">
          <span className="sr-only">{webhooks.nextAttempt}: </span>
          <Countdown to={next_attempt_at} />
        </span>
      )}
    </span>
  )
}
