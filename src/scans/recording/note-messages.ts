import { hourMs } from '../../kit/clock.ts'
import type { Transaction } from '../../storage/database.ts'
import { countMessages } from '../scans.store.ts'
import { addToHours } from './recorder.store.ts'

/** Counts the messages that follow a scan, in its row and in the sums of its hour. */
export const noteMessages = async (
  { db, engine }: Transaction,
  scanId: number,
  messages: number,
) => {
  const scan = await countMessages(db, scanId, messages)
  // Deleted since, with its code or by retention.
  if (!scan) return
  const hour = Math.floor(scan.scanned_at / hourMs)
  const counts = { hour, scans: 0, conversations: scan.isFirst ? 1 : 0, messages }
  const scopes = [scan.scope_id, scan.organization_id].sort()
  await addToHours(
    db,
    engine,
    scopes.map((scope_id) => ({ scope_id, ...counts })),
  )
}
