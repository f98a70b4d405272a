import type { Statements } from './migrations.ts'

/** The encoding of a text file, guessed or chosen. A process of the former version guesses again. */
export const fileEncodings: Statements = ({ text }) => [
  `alter table knowledge_sources add column encoding ${text}`,
  `alter table knowledge_sources add column guessed_encoding ${text}`,
]
