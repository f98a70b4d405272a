import { hourMs } from '../../platform/kit/clock.ts'
import type { Transaction } from '../../platform/store/database.ts'
import { addToHours, type HourRow } from './recorder.store.ts'
import { countMessages, scopesOfCode } from './scans.store.ts'

/** A conversation, with or without a scan. */
export interface CountedTalk {
  codeId: string
  organizationId: string
  scanId: number | null
  startedAt: number
  /** The time when it was opened: right after its scan. */
  createdAt: number
}

/**
 * Counts a conversation and its messages in the sums of the hour in which it started, so that
 * Insight counts the same conversations as the list. New messages also count for its scan. Negative
 * counts take a deleted conversation back; its scan keeps its counts.
 */
export const noteMessages = async (
  { db, engine }: Transaction,
  { codeId, organizationId, scanId, startedAt, createdAt }: CountedTalk,
  { conversations, messages }: { conversations: -1 | 0 | 1; messages: number },
) => {
  const scopes = await scopesOfCode(db, codeId, organizationId)
  // Deleted since, with its code.
  if (!scopes) return
  const counts = [{ hour: hourOf(startedAt), scansTalked: 0, conversations, messages }]
  const scan =
    scanId !== null && messages > 0
      ? await countMessages(db, { scanId, talkedAt: createdAt }, messages)
      : null
  if (scan?.isFirst) {
    const hour = hourOf(scan.scanned_at)
    const same = counts.find((one) => one.hour === hour)
    if (same) same.scansTalked = 1
    // In the order in which other transactions lock them.
    else counts.unshift({ hour, scansTalked: 1, conversations: 0, messages: 0 })
  }
  const rows = scopes.sort().flatMap((scope_id) =>
    counts.map(
      ({ hour, scansTalked, conversations, messages }): HourRow => ({
        scope_id,
        hour,
        scans: 0,
        scans_with_conversation: scansTalked,
        conversations,
        messages,
      }),
    ),
  )
  await addToHours(db, engine, rows)
}

const hourOf = (instant: number): number => Math.floor(instant / hourMs)
