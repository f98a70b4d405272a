import type { Db } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'

interface AfterScan extends Nullable<Pick<Tables['scans'], 'scanned_at' | 'country' | 'device'>> {
  scan_id: number | null
}

type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null }

/** Adds scans that are more than a day older than their conversation: the page stayed open. */
export const withOldScans = async <Row extends AfterScan>(db: Db, found: Row[]): Promise<Row[]> => {
  const ids = found.flatMap((row) => (row.scanned_at === null ? (row.scan_id ?? []) : []))
  if (ids.length === 0) return found
  const scans = await db
    .selectFrom('scans')
    .select(['id', 'scanned_at', 'country', 'device'])
    .where('id', 'in', ids)
    .execute()
  const scanOf = new Map(scans.map(({ id, ...scan }) => [id, scan]))
  return found.map((row) =>
    row.scanned_at === null ? { ...row, ...scanOf.get(row.scan_id ?? -1) } : row,
  )
}
