import { sql } from 'kysely'
import { type Clock, dayMs, hourMs } from '../kit/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { ScanRow } from './recorder.store.ts'
import { addUp } from './sums.ts'

const pageSize = 2000

/**
 * Adds the sums up again from the scans themselves. Days of which retention has taken scans away
 * keep the sums that they have. Answers how many scans were added up.
 */
export const rebuildSums = async (
  database: Database,
  clock: Clock,
  retentionDays: number | null,
): Promise<number> => {
  const fromDay =
    retentionDays === null ? 0 : Math.floor((clock.now() - retentionDays * dayMs) / dayMs) + 1
  return await database.transaction(async (tx) => {
    await clear(tx, fromDay)
    let added = 0
    let after = 0
    for (;;) {
      const rows = await nextScans(tx, fromDay * dayMs, after)
      await addUp(tx, rows)
      added += rows.length
      after = rows.at(-1)?.id ?? after
      if (rows.length < pageSize) break
    }
    if (retentionDays === null) await recountTotals(tx)
    return added
  })
}

const clear = async ({ db, engine }: Transaction, fromDay: number) => {
  if (engine === 'postgres') {
    // Scans wait meanwhile: one that slipped in would be counted twice.
    await sql`lock table scan_hours, scan_shares, scan_devices in exclusive mode`.execute(db)
  }
  const hoursADay = dayMs / hourMs
  await db
    .deleteFrom('scan_hours')
    .where('hour', '>=', fromDay * hoursADay)
    .execute()
  await db.deleteFrom('scan_shares').where('day', '>=', fromDay).execute()
  await db.deleteFrom('scan_devices').where('day', '>=', fromDay).execute()
}

const nextScans = async ({ db }: Transaction, since: number, after: number): Promise<ScanRow[]> =>
  await db
    .selectFrom('scans')
    .select([
      'id',
      'code_id',
      'organization_id',
      'scanned_at',
      'device',
      'device_key',
      'country',
      'region',
      'city',
      'conversation_started',
      'conversation_messages',
    ])
    .where('id', '>', after)
    .where('scanned_at', '>=', since)
    .orderBy('id')
    .limit(pageSize)
    .execute()

const recountTotals = async ({ db }: Transaction) => {
  await sql`
    update codes set scans_total = (
      select coalesce(sum(scans), 0) from scan_hours where scope_id = codes.id
    )
  `.execute(db)
}
