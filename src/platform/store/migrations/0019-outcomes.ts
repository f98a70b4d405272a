import type { Statements } from './migrations.ts'

/** The outcome of each answer, and the passages that it cites. Older answers have neither. */
export const answerOutcomes: Statements = ({ id, text }) => [
  `alter table messages add column outcome ${id}`,
  // Restored when the visitor takes a bad rating back.
  `alter table messages add column outcome_reported ${id}`,
  `alter table messages add column citations ${text}`,
  // Readers that resume continue in the text that they have received.
  `alter table messages add column streamed_text ${text}`,
]
