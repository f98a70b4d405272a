import { LRUCache } from 'lru-cache'
import { type Clock, minuteMs } from '../kit/clock.ts'

/** True while a caller stays within so many a minute; each question counts. */
export type MinuteLimit = (caller: string) => boolean

/** Callers beyond this are forgotten, the one that was silent longest first. */
const maxCallers = 20_000

/** In this process, which is where the work is done that it limits. */
export const createMinuteLimit = (limit: number, clock: Clock): MinuteLimit => {
  const windows = new LRUCache<string, { used: number; endsAt: number }>({ max: maxCallers })
  return (caller) => {
    const now = clock.now()
    let window = windows.get(caller)
    if (!window || window.endsAt <= now) {
      window = { used: 0, endsAt: now + minuteMs }
      windows.set(caller, window)
    }
    window.used += 1
    return window.used <= limit
  }
}
