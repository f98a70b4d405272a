import type { Transaction } from '../storage/database.ts'
import * as sums from './analytics.store.ts'
import { mergeSketches } from './devices-sketch.ts'
import { changeSketches } from './recorder.store.ts'

/**
 * A code takes its scans and its devices along. The devices stay counted where it was, too, until
 * the sums are rebuilt: a sketch cannot forget.
 */
export const moveCode = async (
  { db, engine }: Transaction,
  codeId: string,
  from: string,
  to: string,
) => {
  await sums.moveCode(db, codeId, from, to)
  const days = await sums.sketchesByDay(db, codeId)
  await changeSketches(
    db,
    engine,
    days.map(({ day, sketch }) => ({
      scope_id: to,
      day,
      change: (before: Uint8Array) => mergeSketches(before, sketch),
    })),
  )
}
