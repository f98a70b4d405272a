import type { Db, Transaction } from '../storage/database.ts'

/**
 * When a code is deleted or moves, its sums stay as they are under their scope: nothing is added to
 * them from now on. The reader counts them where they belong, and small steps take them there.
 */
export const leave = async (
  { db }: Transaction,
  codeId: string,
  from: string,
  to: string | null,
) => {
  const { scope_id } = await db
    .selectFrom('codes')
    .select('scope_id')
    .where('id', '=', codeId)
    .executeTakeFirstOrThrow()
  // What an earlier move has not yet taken along goes to the new place directly.
  await db
    .updateTable('sum_transfers')
    .set({ to_organization_id: to })
    .where('code_id', '=', codeId)
    .execute()
  const scopeId = scope_id ?? codeId
  await db
    .insertInto('sum_transfers')
    .values({
      scope_id: scopeId,
      code_id: codeId,
      from_organization_id: from,
      to_organization_id: to,
    })
    .execute()
  if (to === null) return
  await db
    .updateTable('codes')
    .set({ scope_id: nextScope(codeId, scopeId) })
    .where('id', '=', codeId)
    .execute()
}

/** `qpr_…`, `qpr_…~1`, `qpr_…~2`: after all organizations in the order in which rows are locked. */
const nextScope = (codeId: string, scopeId: string): string =>
  `${codeId}~${Number(scopeId.slice(codeId.length + 1)) + 1}`

/** The organization is deleted: what was on its way there goes nowhere. */
export const leaveForNowhere = async ({ db }: Transaction, organizationId: string) => {
  await db
    .updateTable('sum_transfers')
    .set({ to_organization_id: null })
    .where('to_organization_id', '=', organizationId)
    .execute()
}

/** At most so many scans of a code that is gone; fewer: there are no more. */
export const deleteScans = async ({ db }: Transaction, codeId: string, most: number) => {
  const some = db.selectFrom('scans').select('id').where('code_id', '=', codeId).limit(most)
  const { numDeletedRows } = await db.deleteFrom('scans').where('id', 'in', some).executeTakeFirst()
  return Number(numDeletedRows)
}

/** A scan in the order of a code's scans. */
export interface ScanPlace {
  scannedAt: number
  id: number
}

/** The next scans of a code that has moved. Null: there are no more. */
export const moveScans = async (
  { db }: Transaction,
  codeId: string,
  to: string,
  after: ScanPlace,
  most: number,
): Promise<{ rows: number; after: ScanPlace | null }> => {
  const next = await nextScans(db, codeId, after, most)
  const last = next.at(-1)
  if (!last) return { rows: 0, after: null }
  const left = next.filter(({ organization_id }) => organization_id !== to).map(({ id }) => id)
  if (left.length > 0) {
    await db
      .updateTable('scans')
      .set({ organization_id: to })
      // By nothing else: beside an id, SQLite would go through all scans of the code instead.
      .where('id', 'in', left)
      .execute()
  }
  const place = { scannedAt: last.scanned_at, id: last.id }
  return { rows: next.length, after: next.length < most ? null : place }
}

const nextScans = async (db: Db, codeId: string, after: ScanPlace, most: number) =>
  await db
    .selectFrom('scans')
    .select(['id', 'scanned_at', 'organization_id'])
    .where('code_id', '=', codeId)
    .where('scanned_at', '>=', after.scannedAt)
    .where((scan) => scan.or([scan('scanned_at', '>', after.scannedAt), scan('id', '>', after.id)]))
    .orderBy('scanned_at')
    .orderBy('id')
    .limit(most)
    .execute()
