import type { ReactNode } from 'react'
import type { Schema } from '../api/client.ts'
import { classNames } from '../ui/class-names.ts'
import { Notice } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { DeliveryStatus } from './delivery-status.tsx'

export type Delivery = Schema<'DeliveryDetail'>

/** Event, status and times of a delivery. */
export const DeliveryFacts = ({ delivery }: { delivery: Delivery }) => {
  const { webhooks: words } = useWords()
  const { number } = useFormat()
  return (
    <section aria-label={words.deliveryTitle} className="mb-8 flex flex-col gap-3">
      <dl className="card grid grid-cols-2 gap-x-8 gap-y-3 p-4 sm:p-6">
        <Fact term={words.status}>
          <DeliveryStatus delivery={delivery} />
        </Fact>
        <Fact term={words.happened}>
          <Time at={delivery.created_at} />
        </Fact>
        <Fact term={words.attempts}>{number(delivery.attempts_count)}</Fact>
        <Fact term={words.lastAnswer}>
          {delivery.last_status ?? (delivery.attempts_count > 0 ? words.noAnswer : '–')}
        </Fact>
        <Fact term={words.deliveryId} isLong>
          <code className="font-mono text-small wrap-anywhere">{delivery.id}</code>
        </Fact>
        <Fact term={words.eventId} isLong>
          <code className="font-mono text-small wrap-anywhere">{delivery.event_id}</code>
        </Fact>
      </dl>
      {delivery.note !== null && <Notice tone="warn">{words.failure(delivery.note)}</Notice>}
    </section>
  )
}

/** A long one has a line of its own on a phone. */
const Fact = (props: { term: string; isLong?: boolean; children: ReactNode }) => (
  <div className={classNames('min-w-0', props.isLong && 'col-span-2 sm:col-span-1')}>
    <dt className="text-small text-muted">{props.term}</dt>
    <dd className="min-h-7">{props.children}</dd>
  </div>
)
