import { sql } from 'kysely'
import type { Database, Db, Transaction } from '../../platform/store/database.ts'
import { type Partition, scansTable } from '../../platform/store/partitions/months.ts'
import { dropOldMonths, endOf } from '../../platform/store/partitions/old.ts'
import { isIn, type KnownCode, withinStay } from '../codes/stays.store.ts'
import { deleteAt } from './scans.store.ts'

/** Deletes at most `maximum` scans of a deleted code. A smaller result means that none remain. */
export const deleteScans = async (
  { db }: Transaction,
  { id, organizationId, stay }: KnownCode,
  maximum: number,
) => {
  const { since, until } = withinStay(stay, 0, Number.MAX_SAFE_INTEGER)
  const some = db
    .selectFrom('scans')
    .select(['id', 'scanned_at'])
    .where('code_id', '=', id)
    .where('scanned_at', '>=', since)
    .where('scanned_at', '<', until)
    .orderBy('scanned_at')
    .limit(maximum)
  return await deleteAt(
    db,
    await (stay ? some.where(isIn('scans', organizationId)) : some).execute(),
  )
}

/** Whole months at once, on PostgreSQL: nothing is kept from before an instant. */
export const dropScanMonths = (database: Database, before: number) =>
  dropOldMonths(database, { table: scansTable, before, isKept: async () => false })

/** Whether any of these organizations keeps what is older than an instant. */
export type AnyKeeps = (organizationIds: string[], until: number) => Promise<boolean>

/** The same where each organization decides: months in which none has a scan that it keeps. */
export const dropScanMonthsOf = (database: Database, before: number, anyKeeps: AnyKeeps) =>
  dropOldMonths(database, {
    table: scansTable,
    before,
    async isKept(db, partition) {
      for (let after = ''; ; ) {
        const ids = await organizationsIn(db, partition, after)
        const last = ids.at(-1)
        if (last === undefined) return false
        if (await anyKeeps(ids, endOf(scansTable, partition))) return true
        after = last
      }
    },
  })

const pageSize = 500

/** The next organizations with a scan. Reads one entry of the index for each of them. */
const organizationsIn = async (db: Db, { name }: Partition, after: string): Promise<string[]> => {
  const scans = sql.table(name)
  const next = (than: ReturnType<typeof sql>) => sql`(
    select organization_id from ${scans} where organization_id > ${than}
    order by organization_id limit 1
  )`
  const { rows } = await sql<{ id: string | null }>`
    with recursive found (id) as (
      select ${next(sql`${after}`)}
      union all
      select ${next(sql`found.id`)} from found where found.id is not null
    )
    select id from found where id is not null limit ${pageSize}`.execute(db)
  return rows.flatMap(({ id }) => id ?? [])
}
