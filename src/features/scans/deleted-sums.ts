import { sql } from 'kysely'
import { countDeleted, type Transaction } from '../../platform/store/database.ts'
import { counted } from './analytics.store.ts'
import { addToHours, addToShares } from './recorder.store.ts'

/** A scope whose sums are deleted, and the organization from whose sums they are subtracted. */
interface Deleted {
  scopeId: string
  organizationId: string | null
}

/** A sketch is larger than other rows, so it counts as this many. */
const rowsOfSketch = 5

/**
 * Deletes at most `maximum` sums of a scope, and subtracts them from those of an organization that still
 * exists. A smaller result means that none remain.
 */
export const deleteSums = async (
  tx: Transaction,
  scopeId: string,
  from: string | null,
  maximum: number,
): Promise<number> => {
  const organization = await tx.db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', from)
    .executeTakeFirst()
  const deleted = { scopeId, organizationId: organization?.id ?? null }
  let rows = 0
  for (const step of [deleteHours, deleteShares, deleteSketches]) {
    rows += await step(tx, deleted, maximum - rows)
    if (rows >= maximum) return maximum
  }
  return rows
}

const deleteHours = async (
  { db, engine }: Transaction,
  { scopeId, organizationId }: Deleted,
  maximum: number,
) => {
  const rows = await db
    .selectFrom('scan_hours')
    .select(['hour', ...counted])
    .where('scope_id', '=', scopeId)
    .orderBy('hour')
    .limit(maximum)
    .execute()
  const last = rows.at(-1)
  if (!last) return 0
  if (organizationId !== null) {
    const changes = rows.map((row) => {
      const change = { ...row, scope_id: organizationId }
      for (const column of counted) change[column] *= -1
      return change
    })
    await addToHours(db, engine, changes)
  }
  await db
    .deleteFrom('scan_hours')
    .where('scope_id', '=', scopeId)
    .where('hour', '<=', last.hour)
    .execute()
  return rows.length
}

const deleteShares = async (
  { db, engine }: Transaction,
  { scopeId, organizationId }: Deleted,
  maximum: number,
) => {
  const rows = await db
    .selectFrom('scan_shares')
    .select(['day', 'kind', 'value', 'scans'])
    .where('scope_id', '=', scopeId)
    .orderBy('day')
    .orderBy('kind')
    .orderBy('value')
    .limit(maximum)
    .execute()
  const last = rows.at(-1)
  if (!last) return 0
  if (organizationId !== null) {
    const changes = rows.map((row) => ({ ...row, scope_id: organizationId, scans: -row.scans }))
    await addToShares(db, engine, changes)
  }
  await sql`
    delete from scan_shares where scope_id = ${scopeId}
      and (day, kind, value) <= (${last.day}, ${last.kind}, ${last.value})
  `.execute(db)
  return rows.length
}

/**
 * The devices stay counted in the organization until a rebuild, because a sketch cannot remove
 * them.
 */
const deleteSketches = async ({ db }: Transaction, { scopeId }: Deleted, maximum: number) => {
  const limit = Math.ceil(maximum / rowsOfSketch)
  const some = db.selectFrom('scan_devices').select('day').where('scope_id', '=', scopeId)
  const deleted = await countDeleted(
    db
      .deleteFrom('scan_devices')
      .where('scope_id', '=', scopeId)
      .where('day', 'in', some.orderBy('day').limit(limit)),
  )
  return deleted < limit ? deleted * rowsOfSketch : maximum
}
