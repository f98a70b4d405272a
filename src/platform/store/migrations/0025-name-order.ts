import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Statements } from './migrations.ts'

/**
 * PostgreSQL orders the names that a process of a former version writes: it does not know
 * `name_order`, and leaves it empty or as it was before a new name. SQLite has no such process.
 */
export const nameOrder: Statements = ({ engine }) =>
  engine === 'postgres'
    ? [
        naturalOrder,
        setOrder,
        'drop trigger if exists codes_new_name on codes',
        'drop trigger if exists codes_other_name on codes',
        `create trigger codes_new_name before insert on codes for each row
         when (new.name_order = '') execute function qpr_set_name_order()`,
        `create trigger codes_other_name before update of name_folded on codes for each row
         when (new.name_folded <> old.name_folded and new.name_order = old.name_order)
         execute function qpr_set_name_order()`,
        { inBatches: fillSome() },
      ]
    : []

/** As `naturalOrder` of kit/text.ts. A test compares the two. */
const naturalOrder = `
  create or replace function qpr_natural_order(folded text) returns text
  language plpgsql immutable strict parallel safe as $$
  declare
    part text[];
    digits text;
    ordered text := '';
  begin
    for part in select regexp_matches(folded, '([^0123456789]*)([0123456789]*)', 'g') loop
      ordered := ordered || part[1];
      if part[2] <> '' then
        digits := coalesce(nullif(ltrim(part[2], '0'), ''), '0');
        ordered := ordered || repeat('9', length(digits) / 9) || length(digits) % 9 || digits;
      end if;
    end loop;
    return ordered;
  end $$`

const setOrder = `
  create or replace function qpr_set_name_order() returns trigger
  language plpgsql as $$
  begin
    new.name_order := qpr_natural_order(new.name_folded);
    return new;
  end $$`

const batch = 1000

/** Walks over all codes once, and corrects those whose order is not that of their name. */
const fillSome = () => {
  let after = ''
  return async (db: Db): Promise<boolean> => {
    const { rows } = await sql<{ last: string | null; codes: number }>`
      with walked as materialized (
        select id, name_folded, name_order from codes where id > ${after} order by id limit ${batch}
      ), wrong as materialized (
        select c.id, qpr_natural_order(c.name_folded) as name_order from codes c
        where c.id in (
          select id from walked where name_order <> qpr_natural_order(name_folded)
        )
        order by c.id for no key update of c
      ), filled as (
        update codes set name_order = wrong.name_order from wrong where codes.id = wrong.id
      )
      select max(id) as last, count(*)::int as codes from walked`.execute(db)
    after = rows[0]?.last ?? after
    return rows[0]?.codes === batch
  }
}
