import { createBounded } from '../../kit/bounded.ts'
import { type Clock, minuteMs } from '../../kit/clock.ts'
import type { AddressLimit } from './address-limit.ts'

/** A minute, and how much of a limit is used in it. */
export interface MinuteWindow {
  used: number
  endsAt: number
}

/** The current minute of each caller. The least recently used caller is evicted first. */
export const createMinuteWindows = (
  name: 'minute_windows' | 'rate_windows',
  bytes: number,
  clock: Clock,
) => {
  const windows = createBounded<MinuteWindow>(name, { bytes })
  return (caller: string): MinuteWindow => {
    const now = clock.now()
    const known = windows.get(caller)
    if (known && known.endsAt > now) return known
    const window = { used: 0, endsAt: now + minuteMs }
    windows.set(caller, window)
    return window
  }
}

/** True while the address stays within its limit per minute. Each call counts. */
export type MinuteLimit = (limit: AddressLimit) => boolean

/** Room for about 20,000 addresses. */
const windowBytes = 4 * 2 ** 20

/** Counts in this process only, because the limited work happens here. */
export const createMinuteLimit = (limit: number, clock: Clock): MinuteLimit => {
  const windowOf = createMinuteWindows('minute_windows', windowBytes, clock)
  return ({ address, times }) => {
    const window = windowOf(address)
    window.used += 1
    return window.used <= limit * times
  }
}
