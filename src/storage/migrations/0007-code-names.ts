import type { Statements } from './migrations.ts'

/**
 * Codes in the order of their names. The beginning is enough to sort by, and a whole name, folded,
 * can be longer than what an index of PostgreSQL takes.
 */
export const codeNames: Statements = ({ id, computed }) => [
  `alter table codes add column name_start ${id}
    generated always as (substr(name_folded, 1, 60)) ${computed}`,
  'create index codes_by_name on codes (organization_id, status, name_start, id)',
]
