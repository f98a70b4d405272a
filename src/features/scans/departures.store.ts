import type { Db, Transaction } from '../../platform/store/database.ts'
import { deleteAt, isOneOf } from './scans.store.ts'

/**
 * When a code is deleted or moves, its sums stay under their scope and receive no more scans.
 * Readers already count them in the new place, and small steps move them there.
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
  // Sums of an unfinished earlier move go directly to the new place.
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

/** `qpr_…`, `qpr_…~1`, `qpr_…~2`: sorted after all organizations in the locking order. */
const nextScope = (codeId: string, scopeId: string): string =>
  `${codeId}~${Number(scopeId.slice(codeId.length + 1)) + 1}`

/** The organization is deleted, so sums on their way to it are dropped. */
export const leaveForNowhere = async ({ db }: Transaction, organizationId: string) => {
  await db
    .updateTable('sum_transfers')
    .set({ to_organization_id: null })
    .where('to_organization_id', '=', organizationId)
    .execute()
}

/** Deletes at most `most` scans of a deleted code. A smaller result means that none remain. */
export const deleteScans = async ({ db }: Transaction, codeId: string, most: number) => {
  const some = await db
    .selectFrom('scans')
    .select(['id', 'scanned_at'])
    .where('code_id', '=', codeId)
    .orderBy('scanned_at')
    .limit(most)
    .execute()
  return await deleteAt(db, some)
}

/** The position of a scan in the order of a code's scans. */
export interface ScanPlace {
  scannedAt: number
  id: number
}

/** Moves the next scans of a moved code. `after` is null when none remain. */
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
  const left = next.filter(({ organization_id }) => organization_id !== to)
  if (left.length > 0) {
    await db
      .updateTable('scans')
      .set({ organization_id: to })
      // Without the code: with it, SQLite would read all scans of the code instead of using the ids.
      .where(isOneOf(left))
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
