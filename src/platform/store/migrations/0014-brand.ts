import type { Statements } from './migrations.ts'

/**
 * The public title of a code and its texts in other languages, and the brand of an organization.
 * The logo is the last column: queries that do not need it never read its pages.
 */
export const brand: Statements = ({ id, text, count, bytes }) => [
  `alter table code_contents add column title ${text}`,
  `alter table code_contents add column translations ${text} not null default '{}'`,
  `create table brands (
    organization_id ${id} primary key references organizations (id) on delete cascade,
    version ${count} not null,
    name ${text},
    color ${id},
    contact ${text},
    privacy_url ${text},
    logo_type ${id},
    logo ${bytes}
  )`,
]
