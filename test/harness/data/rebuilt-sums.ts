import {
  firstWholeDay,
  type RebuildState,
  rebuildStart,
  rebuildStep,
} from '../../../src/features/scans/rebuild.ts'
import type { Clock } from '../../../src/platform/kit/clock.ts'
import type { Database } from '../../../src/platform/store/database.ts'

/** A complete rebuild, for a database that is not in use. Returns the number of scans. */
export const rebuildSums = async (
  database: Database,
  clock: Clock,
  retentionDays: number | null,
): Promise<number> => {
  const firstDay = firstWholeDay(clock.now(), retentionDays)
  const firstDays = { scans: firstDay, conversations: firstDay }
  let state: RebuildState | null = rebuildStart
  let scans = 0
  while (state) {
    const step: Awaited<ReturnType<typeof rebuildStep>> = await rebuildStep(
      database,
      state,
      firstDays,
      (work) => database.transaction(work),
    )
    if (!step) throw new Error('a code is being moved or deleted')
    scans += step.scans
    state = step.state
  }
  return scans
}
