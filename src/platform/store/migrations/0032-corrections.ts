import type { Statements } from './migrations.ts'

/** Corrected text. A process of the former version loses it when it reads the source again. */
export const corrections: Statements = ({ text }) => [
  `alter table knowledge_passages add column read_text ${text}`,
  // Few passages are corrected.
  `create index knowledge_passages_corrected on knowledge_passages (source_id)
   where read_text is not null`,
]
