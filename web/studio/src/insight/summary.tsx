import { keepPreviousData } from '@tanstack/react-query'
import type { Period } from '#contract/periods.ts'
import type { Schema } from '../api/client.ts'
import { useApi } from '../api/query.ts'
import { Icon } from '../ui/icons.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import type { Scope } from './scope.ts'

interface Figure {
  label: string
  hint?: string | undefined
  value: number
  /** In the previous period, if it is known. */
  before?: number | undefined
  format: (value: number) => string
}

interface SummaryProps {
  scope: Scope
  period: Period
  analytics: Schema<'Analytics'>
}

const rateOf = (sums: { conversations_total: number; scans_total: number }): number =>
  sums.scans_total === 0 ? 0 : sums.conversations_total / sums.scans_total

/** Six figures of the period. */
export const Summary = ({ scope, period, analytics }: SummaryProps) => {
  const { insight: words } = useWords()
  const { number, percent, amount } = useFormat()
  const { data: answers } = useApi(
    '/v1/analytics/answers',
    { params: { query: { ...scope, period } } },
    { placeholderData: keepPreviousData },
  )
  const before = analytics.before ?? undefined
  const conversations = analytics.timeseries.reduce((sum, step) => sum + step.conversations, 0)
  const figures: Figure[] = [
    {
      label: words.scans,
      value: analytics.scans_total,
      before: before?.scans_total,
      format: number,
    },
    {
      label: words.devicesUnique,
      hint: words.devicesUniqueHint,
      value: analytics.scans_unique_devices,
      before: before?.scans_unique_devices,
      format: number,
    },
    {
      label: words.conversations,
      value: conversations,
      before: before?.conversations_total,
      format: number,
    },
    {
      label: words.rate,
      hint: words.rateHint,
      value: analytics.conversation_rate,
      before: before && rateOf(before),
      format: percent,
    },
    {
      label: words.messages,
      value: Math.round(analytics.avg_messages_per_conversation * conversations),
      before: before?.messages_total,
      format: number,
    },
    {
      label: words.cost,
      hint: answers && words.tokens(answers.tokens),
      value: answers?.cost ?? 0,
      format: amount,
    },
  ]
  return (
    <dl className="card grid grid-cols-2 gap-px overflow-hidden bg-line sm:grid-cols-3 lg:grid-cols-6">
      {figures.map((figure) => (
        <div key={figure.label} className="bg-raised px-4 py-4 sm:px-5">
          <dt className="text-small text-muted" title={figure.hint}>
            {figure.label}
          </dt>
          <dd className="text-title font-semibold tracking-tight">{figure.format(figure.value)}</dd>
          <dd className="min-h-5 text-small text-muted">
            <Change figure={figure} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The change in percent. Without a colour, because more is not always better. */
const Change = ({ figure: { value, before, format } }: { figure: Figure }) => {
  const { insight: words } = useWords()
  const { percent } = useFormat()
  if (before === undefined) return null
  if (before === 0) return value === 0 ? words.same : words.fresh
  const change = value / before - 1
  if (Math.abs(change) < 0.0005) return words.same
  const share = percent(Math.abs(change))
  return (
    <span title={words.before(format(before))} className="inline-flex items-center gap-1">
      <Icon name={change > 0 ? 'up' : 'down'} className="size-3.5" />
      <span aria-hidden="true">{share}</span>
      <span className="sr-only">{change > 0 ? words.more(share) : words.less(share)}</span>
    </span>
  )
}
