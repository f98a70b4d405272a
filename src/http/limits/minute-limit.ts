import { createBounded } from '../../kit/bounded.ts'
import { type Clock, minuteMs } from '../../kit/clock.ts'
import type { AddressLimit } from './address-limit.ts'

/** True while the address stays within its limit per minute. Each call counts. */
export type MinuteLimit = (limit: AddressLimit) => boolean

/** Room for about 20,000 addresses. The least recently used is evicted first. */
const windowBytes = 4 * 2 ** 20

/** Counts in this process only, because the limited work happens here. */
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
