import type { Transaction } from '../../platform/store/database.ts'
import { isIn, type KnownCode, within } from '../codes/stays.store.ts'
import { deleteAt } from './scans.store.ts'

/** Deletes at most `maximum` scans of a deleted code. A smaller result means that none remain. */
export const deleteScans = async (
  { db }: Transaction,
  { id, organizationId, stay }: KnownCode,
  maximum: number,
) => {
  const { since, until } = within(stay, 0, Number.MAX_SAFE_INTEGER)
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
