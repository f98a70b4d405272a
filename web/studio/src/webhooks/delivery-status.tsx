import { qpr, type Schema } from '../api/client.ts'
import { useChange } from '../api/query.ts'
import { Badge } from '../ui/states.tsx'
import { useNow } from '../ui/time.tsx'
import { useToast } from '../ui/toast.tsx'
import { useFormat, useWords } from '../words/words.tsx'

type Facts = Pick<Schema<'Delivery'>, 'status' | 'next_attempt_at'>

const tones = { pending: 'warn', succeeded: 'good', failed: 'bad' } as const

/** The status of a delivery, and when the next attempt is due. */
export const DeliveryBadge = ({ delivery: { status, next_attempt_at } }: { delivery: Facts }) => {
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

/** "in 12 seconds", then that it is under way. */
const Countdown = ({ to }: { to: string }) => {
  const { webhooks } = useWords()
  const { relative, instant } = useFormat()
  const at = Date.parse(to)
  const now = useNow(Math.abs(at - Date.now()) < 90_000 ? 1000 : 15_000)
  return (
    <time dateTime={to} title={instant(to)} className="sm:whitespace-nowrap tabular-nums">
      {at <= now ? webhooks.underWay : relative(to, now)}
    </time>
  )
}

const busyMs = 1000
const quietMs = 10_000

/** When to read again: soon if an attempt is due, otherwise from time to time. */
export const refetchMs = (deliveries: readonly Pick<Facts, 'next_attempt_at'>[]): number => {
  const soon = Date.now() + quietMs
  const isNear = ({ next_attempt_at: next }: Pick<Facts, 'next_attempt_at'>) =>
    next !== null && Date.parse(next) < soon
  return deliveries.some(isNear) ? busyMs : quietMs
}

export const useRetry = () => {
  const { webhooks } = useWords()
  const toast = useToast()
  return useChange(qpr.deliveries.retry, {
    changes: ['/v1/deliveries/{id}', '/v1/webhooks'],
    onDone: () => toast(webhooks.isRetried),
  })
}
