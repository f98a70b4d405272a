import type { Period } from '#contract/periods.ts'
import { useCurrency } from '../api/account.ts'
import { qpr, type Schema } from '../api/client.ts'
import { useFiltered } from '../api/read.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icons.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import type { Scope } from './scope.ts'

interface Figure {
  label: string
  /** Says exactly what is counted. */
  definition: string
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

/** The figures of the period: six, and the cost where there is one. */
export const Summary = ({ scope, period, analytics }: SummaryProps) => {
  const { insight: words } = useWords()
  const { number, percent, cost } = useFormat()
  const currency = useCurrency()
  const { data: answers } = useFiltered(qpr.analytics.answers, { ...scope, period })
  const outcomes = answers?.outcomes
  const judged = outcomes ? outcomes.answered + outcomes.partly + outcomes.unknown : 0
  const before = analytics.before ?? undefined
  const conversations = analytics.timeseries.reduce((sum, step) => sum + step.conversations, 0)
  const figures: Figure[] = [
    {
      label: words.scans,
      definition: words.definitions.scans,
      value: analytics.scans_total,
      before: before?.scans_total,
      format: number,
    },
    {
      label: words.devicesUnique,
      definition: words.definitions.devices,
      value: analytics.scans_unique_devices,
      before: before?.scans_unique_devices,
      format: number,
    },
    {
      label: words.conversations,
      definition: words.definitions.conversations,
      value: conversations,
      before: before?.conversations_total,
      format: number,
    },
    {
      label: words.rate,
      definition: words.definitions.rate,
      value: analytics.conversation_rate,
      before: before?.conversation_rate,
      format: percent,
    },
    {
      label: words.messages,
      definition: words.definitions.messages,
      value: Math.round(analytics.avg_messages_per_conversation * conversations),
      before: before?.messages_total,
      format: number,
    },
    {
      label: words.answered,
      definition: words.definitions.answered,
      value: judged === 0 ? 0 : (outcomes?.answered ?? 0) / judged,
      format: (value) => (judged === 0 ? '–' : percent(value)),
    },
  ]
  // The demo and a local model cost nothing.
  if (answers && answers.cost > 0) {
    figures.push({
      label: words.cost,
      definition: words.definitions.cost(answers.tokens),
      value: answers.cost,
      format: (value) => cost(value, currency),
    })
  }
  return (
    <dl
      className={classNames(
        'card grid grid-cols-2 gap-px overflow-hidden bg-line sm:grid-cols-3',
        figures.length > 6 ? 'lg:grid-cols-4 2xl:grid-cols-7' : 'lg:grid-cols-6',
      )}
    >
      {figures.map((figure) => (
        <div
          key={figure.label}
          className="relative bg-raised px-4 py-4 last:odd:col-span-2 sm:px-5 sm:last:odd:col-span-3 lg:last:odd:col-span-2 2xl:last:odd:col-span-1"
        >
          <dt className="pe-6 text-small text-muted">{figure.label}</dt>
          <dd className="text-title font-semibold tracking-tight">{figure.format(figure.value)}</dd>
          <dd className="min-h-5 text-small text-muted">
            <Change figure={figure} />
          </dd>
          <dd className="text-small text-muted">
            <Definition of={figure} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** One click away, also on a phone, where nothing can be hovered. */
const Definition = ({ of: { label, definition } }: { of: Figure }) => {
  const { insight: words } = useWords()
  return (
    <details>
      <summary
        aria-label={words.whatIs(label)}
        className="absolute inset-e-1 top-2 grid size-8 cursor-pointer place-items-center rounded-field [&::-webkit-details-marker]:hidden"
      >
        <Icon name="info" />
      </summary>
      {definition}
    </details>
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
