import { createBounded } from '../../kit/bounded.ts'
import { type Clock, minuteMs } from '../../kit/clock.ts'
import type { AddressLimit } from './address-limit.ts'

/** True while an address stays within so many a minute; each question counts. */
export type MinuteLimit = (limit: AddressLimit) => boolean

/** For about 20,000 addresses; the one that was silent for the longest time is forgotten first. */
const windowBytes = 4 * 2 ** 20

/** In this process, which is where the work is done that it limits. */
export const createMinuteLimit = (limit: number, clock: Clock): MinuteLimit => {
  const windows = createBounded<{ used: number; endsAt: number }>('minute_windows', {
    bytes: windowBytes,
  })
  return ({ address, times }) => {
    const now = clock.now()
    let window = windows.get(address)
    if (!window || window.endsAt <= now) {
      window = { used: 0, endsAt: now + minuteMs }
      windows.set(address, window)
    }
    window.used += 1
    return window.used <= limit * times
  }
}
