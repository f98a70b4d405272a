import { sql } from 'kysely'
import { each } from '../../platform/store/bulk.ts'
import { byEngine, type Db, type Engine } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { Tables } from '../../platform/store/tables.ts'

/**
 * The current state of a code when its scans are written, regardless of caches, and the scope of
 * its sums.
 */
type CountedCode = Pick<Tables['codes'], 'id' | 'organization_id' | 'status'> & {
  scope_id: string
}

interface ScanCount {
  id: string
  scans: number
}

const addToTotal = prepare<{ id: string; scans: number }, CountedCode>(
  (value) => sql<CountedCode>`
      update codes set scans_total = scans_total
        + case when status = 'active' then ${value('scans')} else 0 end
      where id = ${value('id')} and organization_id in (select id from organizations)
      returning id, organization_id, status, coalesce(scope_id, id) as scope_id
    `,
)

const selectCodes = prepare<{ ids: string[] }, CountedCode>(
  (value) => sql<CountedCode>`
      select c.id, c.organization_id, c.status, coalesce(c.scope_id, c.id) as scope_id
      from codes c join organizations o on o.id = c.organization_id
      where c.id = any(${value('ids')})
    `,
)

/**
 * Returns each code that still exists. SQLite, which has one writer, counts the scans of active
 * codes at once. PostgreSQL only reads, because a lock would last until the commit, for several
 * round trips: `countScans` counts them in the last one.
 */
export const takeCodes = async (
  db: Db,
  engine: Engine,
  counts: ScanCount[],
): Promise<Map<string, CountedCode>> => {
  const rows = await byEngine(engine, {
    sqlite: () => each(counts, (count) => addToTotal(db, count)),
    postgres: () => selectCodes(db, { ids: counts.map(({ id }) => id) }),
  })
  return new Map(rows.map((row) => [row.id, row]))
}

interface Expected {
  ids: string[]
  organizations: string[]
  scopes: string[]
  counts: number[]
  /** The number of codes. */
  expected: number
}

const addToTotals = prepare<Expected, never>(
  (value) =>
    // Rows are locked in id order, so that transactions cannot deadlock. The organization is locked
    // too, so that it cannot be deleted before these rows are visible.
    sql<never>`
      with held as materialized (
        select c.id, k.scans
        from unnest(${value('ids')}::text[], ${value('organizations')}::text[],
                    ${value('scopes')}::text[], ${value('counts')}::bigint[])
               as k (id, organization_id, scope_id, scans)
        join codes c on c.id = k.id and c.organization_id = k.organization_id
          and coalesce(c.scope_id, c.id) = k.scope_id and c.status = 'active'
        join organizations o on o.id = c.organization_id
        order by c.id
        for no key update of c for key share of o
      ), counted as (
        update codes set scans_total = codes.scans_total + held.scans
        from held where codes.id = held.id
        returning codes.id
      )
      select qpr_require((select count(*) from counted) = ${value('expected')}::bigint)
    `,
)

/**
 * On PostgreSQL: adds the scans to their codes. If one of them was moved, archived or deleted since
 * `takeCodes`, the transaction fails and is repeated.
 */
export const countScans = async (
  db: Db,
  engine: Engine,
  counts: ScanCount[],
  codes: Map<string, CountedCode>,
): Promise<void> =>
  byEngine(engine, {
    sqlite: async () => undefined,
    async postgres() {
      const active = counts.flatMap(({ id, scans }) => {
        const code = codes.get(id)
        return code?.status === 'active' ? [{ ...code, scans }] : []
      })
      if (active.length === 0) return
      await addToTotals(db, {
        ids: active.map(({ id }) => id),
        organizations: active.map(({ organization_id }) => organization_id),
        scopes: active.map(({ scope_id }) => scope_id),
        counts: active.map(({ scans }) => scans),
        expected: active.length,
      })
    },
  })
