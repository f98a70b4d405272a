import { type Kysely, sql } from 'kysely'
import { naturalOrder } from '../../text/text.ts'
import type { Tables } from '../tables.ts'
import type { Statements } from './migrations.ts'

/** The templates of an organization, and an order by name in which `Table 2` precedes `Table 10`. */
export const savedTemplates: Statements = ({ engine, id, text, instant }) => [
  `create table code_templates (
    id ${id} primary key,
    organization_id ${id} not null references organizations (id) on delete cascade,
    title ${text} not null,
    template ${id} not null,
    contents ${text} not null,
    created_at ${instant} not null,
    updated_at ${instant} not null
  )`,
  'create index code_templates_list on code_templates (organization_id, id)',

  `alter table codes add column name_order ${id} not null default ''`,
  // On PostgreSQL 0028 does it: here it would lock every code until the end of the step.
  ...(engine === 'sqlite' ? ['update codes set name_order = name_folded', orderNumbers] : []),
  'drop index codes_by_name',
  'create index codes_by_name on codes (organization_id, status, name_order, id desc)',
]

const batch = 500

/** Names with a number have another order than the text itself. */
export const orderNumbers = async (db: Kysely<Tables>) => {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('codes')
      .select(['id', 'name_folded'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    const orders = rows
      .map(({ id, name_folded }) => ({ id, name_folded, order: naturalOrder(name_folded) }))
      .filter(({ name_folded, order }) => order !== name_folded)
    if (orders.length > 0) {
      const values = sql.join(orders.map(({ id, order }) => sql`(${id}, ${order})`))
      await sql`with orders (id, name_order) as (values ${values})
        update codes set name_order = (select o.name_order from orders o where o.id = codes.id)
        where id in (select id from orders)`.execute(db)
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.id
  }
}
