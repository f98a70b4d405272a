import type { Statements } from './migrations.ts'

/** The language that the page of a code opens in. Null: the language of the visitor. */
export const language: Statements = ({ id }) => [
  `alter table code_contents add column language ${id}`,
]
