import type { Statements } from './migrations.ts'

/**
 * The model of the vector of a question. A process of the former version saves none, and its vector
 * is ignored.
 */
export const vectorModels: Statements = ({ text }) => [
  `alter table asked_questions add column vector_model ${text}`,
]
