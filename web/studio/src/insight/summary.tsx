import { keepPreviousData } from '@tanstack/react-query'
import type { Period } from '#contract/periods.ts'
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

const rateOf = (sums: { conversations_total: number; scans_total: number }): number =>
  sums.scans_total === 0 ? 0 : sums.conversations_total / sums.scans_total

/** The period in six numbers. */
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
      key: 'scans',
      label: words.scans,
      value: analytics.scans_total,
      before: before?.scans_total,
      format: number,
    },
    {
      key: 'devices',
      label: words.devicesUnique,
      hint: words.devicesUniqueHint,
      value: analytics.scans_unique_devices,
      before: before?.scans_unique_devices,
      format: number,
    },
    {
      key: 'conversations',
      label: words.conversations,
      value: conversations,
      before: before?.conversations_total,
      format: number,
    },
    {
      key: 'rate',
      label: words.rate,
      hint: words.rateHint,
      value: analytics.conversation_rate,
      before: before && rateOf(before),
      format: percent,
    },
    {
      key: 'messages',
      label: words.messages,
      value: Math.round(analytics.avg_messages_per_conversation * conversations),
      before: before?.messages_total,
      format: number,
    },
    {
      key: 'cost',
      label: words.cost,
      hint: answers && words.tokens(answers.tokens),
      value: answers?.cost ?? 0,
      format: amount,
    },
  ]
  return <Figures figures={figures} />
}
