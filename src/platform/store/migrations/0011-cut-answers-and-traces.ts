import type { Statements } from './migrations.ts'

/**
 * Whether an answer ended at its maximum length, and the trace of the request that caused an event,
 * for its deliveries.
 */
export const cutAnswersAndTraces: Statements = ({ count, text }) => [
  `alter table messages add column is_truncated ${count}`,
  `alter table events add column traceparent ${text}`,
]
