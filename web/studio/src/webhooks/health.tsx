import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { qpr, type Schema } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { classNames } from '../ui/class-names.ts'
import { Skeleton } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { useFormat, useWords } from '../words/words.tsx'

type Health = Schema<'WebhookHealth'>

const soonMs = 2000
const laterMs = 20_000

/** The results of the newest deliveries, read again sooner while deliveries wait. */
export const useHealth = (id: string) =>
  useQuery({
    ...queryOf(qpr.webhooks.health, id),
    refetchInterval: ({ state }) => (state.data?.waiting ? soonMs : laterMs),
  })

/** A lower share means that the receiver fails, not a single delivery. */
const goodShare = 0.95

/** Waiting deliveries count neither as delivered nor as failed. */
const settledOf = ({ succeeded, failed }: Health) => succeeded + failed

const rateLook = (rate: number) => (rate < goodShare ? 'text-danger' : undefined)

/** Always two lines high in a table, so that a row does not grow when its figures arrive. */
const cellLook = 'flex flex-col text-right sm:min-h-11 sm:justify-center sm:text-left'
const noteLook = 'text-small whitespace-nowrap text-muted'

/** In the list: the share of delivered events and the number of waiting ones. */
export const ArrivedCell = ({ id }: { id: string }) => {
  const { webhooks } = useWords()
  const { percent } = useFormat()
  const { data } = useHealth(id)
  if (!data) return <CellSkeleton />
  const { success_rate: rate, waiting } = data
  const notes = [
    rate !== null && webhooks.ofNewest(settledOf(data)),
    waiting > 0 && webhooks.waitingCount(waiting),
  ].filter(Boolean)
  return (
    <span className={cellLook}>
      {rate !== null && (
        <span className={classNames('font-medium tabular-nums', rateLook(rate))}>
          {percent(rate)}
        </span>
      )}
      <span className={noteLook}>{notes.join(' · ') || webhooks.nothingSent}</span>
    </span>
  )
}

export const LastAttemptCell = ({ id }: { id: string }) => {
  const { webhooks } = useWords()
  const { data } = useHealth(id)
  if (!data) return <CellSkeleton />
  const { last_attempt_at, last_status } = data
  return (
    <span className={cellLook}>
      <Time at={last_attempt_at} />
      {last_attempt_at !== null && (
        <span className={noteLook}>
          {last_status === null ? webhooks.noAnswer : webhooks.answered(last_status)}
        </span>
      )}
    </span>
  )
}

const CellSkeleton = () => (
  <span className={cellLook}>
    <Skeleton className="h-4 w-24" />
  </span>
)

/** On the page of a webhook: four figures in a row. */
export const HealthFigures = ({ id }: { id: string }) => {
  const { webhooks } = useWords()
  const { percent, number } = useFormat()
  const { data } = useHealth(id)
  const rate = data?.success_rate ?? null
  return (
    <dl className="mb-8 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        term={webhooks.arrived}
        note={data && rate !== null && webhooks.ofNewest(settledOf(data))}
      >
        {data && (rate === null ? '–' : <span className={rateLook(rate)}>{percent(rate)}</span>)}
      </Figure>
      <Figure term={webhooks.averageTime}>
        {data &&
          (data.average_duration_ms === null ? '–' : `${number(data.average_duration_ms)} ms`)}
      </Figure>
      <Figure term={webhooks.waiting}>{data && number(data.waiting)}</Figure>
      <Figure
        term={webhooks.lastAttempt}
        note={
          data?.last_attempt_at &&
          (data.last_status === null ? webhooks.noAnswer : webhooks.answered(data.last_status))
        }
      >
        {data && <Time at={data.last_attempt_at} />}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  term: string
  note?: ReactNode
  children: ReactNode
}

/** Without children: a placeholder of the same size. */
const Figure = ({ term, note, children }: FigureProps) => (
  <div className="card min-w-0 p-3 sm:p-4">
    <dt className="text-small text-muted">{term}</dt>
    <dd className="mt-1">
      <span className="block min-h-7 font-semibold tabular-nums sm:text-large [&_time]:whitespace-normal">
        {children ?? <Skeleton className="h-6 w-20" />}
      </span>
      <span className="block min-h-5 text-small text-muted">{note || ''}</span>
    </dd>
  </div>
)
