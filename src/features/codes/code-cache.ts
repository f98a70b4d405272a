import { createBounded } from '../../platform/kit/bounded.ts'
import { type Clock, secondMs } from '../../platform/kit/clock.ts'
import { isShortId } from '../../platform/kit/ids.ts'
import type { Signal, Signals } from '../../platform/store/signals.ts'

const retainedMs = 5 * secondMs
const maxBytes = 16 * 2 ** 20

/** Signals that concern an unknown number of codes. */
const clearing = new Set<Signal['kind']>(['reconnected', 'organization-deleted', 'brand-changed'])

interface Cached<T> {
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
  const cache = createBounded<Cached<T>>('codes', { bytes: maxBytes })
  let changes = 0
  signals.listen((signal) => {
    if (signal.kind === 'scans-recorded') return
    changes += 1
    if (signal.kind === 'code-changed') cache.delete(signal.shortId)
    if (clearing.has(signal.kind)) cache.clear()
  })

  return async (shortId: string): Promise<T | null> => {
    // A text that is not a short id causes no query and no entry.
    if (!isShortId(shortId)) return null
    const now = clock.now()
    const known = cache.get(shortId)
    if (known && known.until > now) return known.value
    const changesBefore = changes
    const value = await load(shortId)
    // The code may have changed while it was read.
    if (changes !== changesBefore) return value
    cache.set(shortId, { value, until: now + retainedMs })
    return value
  }
}
