import { createBounded } from '../kit/bounded.ts'
import { type Clock, secondMs } from '../kit/clock.ts'
import { isShortId } from '../kit/ids.ts'
import type { Signal, Signals } from './signals.ts'

const keptMs = 5 * secondMs
const mostBytes = 16 * 2 ** 20

/** Signals that concern an unknown number of codes. */
const clearing = new Set<Signal['kind']>(['reconnected', 'organization-deleted', 'brand-changed'])

interface Kept<T> {
  value: T | null
  until: number
}

/**
 * Caches codes that are being scanned or drawn, and unknown short ids. Every change evicts the entry in
 * every process. Entries also expire after 5 seconds, because a signal may be lost and an outdated
 * page must not stay.
 */
export const createCodeCache = <T>(
  clock: Clock,
  signals: Signals,
  load: (shortId: string) => Promise<T | null>,
) => {
  const kept = createBounded<Kept<T>>('codes', { bytes: mostBytes })
  let changes = 0
  signals.listen((signal) => {
    if (signal.kind === 'scans-recorded') return
    changes += 1
    if (signal.kind === 'code-changed') kept.delete(signal.shortId)
    if (clearing.has(signal.kind)) kept.clear()
  })

  return async (shortId: string): Promise<T | null> => {
    // A text that is not a short id causes no query and no entry.
    if (!isShortId(shortId)) return null
    const now = clock.now()
    const known = kept.get(shortId)
    if (known && known.until > now) return known.value
    const changesBefore = changes
    const value = await load(shortId)
    // The code may have changed while it was read.
    if (changes !== changesBefore) return value
    kept.set(shortId, { value, until: now + keptMs })
    return value
  }
}
