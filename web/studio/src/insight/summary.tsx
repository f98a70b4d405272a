import { keepPreviousData } from '@tanstack/react-query'
import type { Period } from '#contract/periods.ts'
import { useCurrency } from '../api/account.ts'
import type { Schema } from '../api/client.ts'
import { useApi } from '../api/query.ts'
import { useFormat, useWords } from '../words/words.tsx'
import { type Figure, Figures } from './figures.tsx'
import type { Scope } from './scope.ts'

interface SummaryProps {
  scope: Scope
  period: Period
  analytics: Schema<'Analytics'>
}

/** The period in six numbers. */
export const Summary = ({ scope, period, analytics }: SummaryProps) => {
  const { insight: words } = useWords()
  const { number, percent, cost } = useFormat()
  const currency = useCurrency()
  const { data: answers } = useApi(
    '/v1/analytics/answers',
    { params: { query: { ...scope, period } } },
    { placeholderData: keepPreviousData },
  )
  const before = analytics.before ?? undefined
  const conversations = analytics.timeseries.reduce((sum, step) => sum + step.conversations, 0)
  const figures: Figure[] = [
    {
      key: 'scans',
      label: words.scans,
      definition: words.definitions.scans,
      value: analytics.scans_total,
      before: before?.scans_total,
      format: number,
    },
    {
      key: 'devices',
      label: words.devicesUnique,
      definition: words.definitions.devices,
      value: analytics.scans_unique_devices,
      before: before?.scans_unique_devices,
      format: number,
    },
    {
      key: 'conversations',
      label: words.conversations,
      definition: words.definitions.conversations,
      value: conversations,
      before: before?.conversations_total,
      format: number,
    },
    {
      key: 'rate',
      label: words.rate,
      definition: words.definitions.rate,
      value: analytics.conversation_rate,
      before: before?.conversation_rate,
      format: percent,
    },
    {
      key: 'messages',
      label: words.messages,
      definition: words.definitions.messages,
      value: Math.round(analytics.avg_messages_per_conversation * conversations),
      before: before?.messages_total,
      format: number,
    },
    {
      key: 'cost',
      label: words.cost,
      definition: words.definitions.cost(answers?.tokens ?? 0),
      value: answers?.cost ?? 0,
      format: (value) => cost(value, currency),
    },
  ]
  return <Figures figures={figures} />
}
