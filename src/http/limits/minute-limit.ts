import { LRUCache } from 'lru-cache'
import { type Clock, minuteMs } from '../../kit/clock.ts'
import type { AddressLimit } from './address-limit.ts'

/** True while an address stays within so many a minute; each question counts. */
export type MinuteLimit = (limit: AddressLimit) => boolean

/** Addresses beyond this are forgotten, the one that was silent longest first. */
const maxAddresses = 20_000

/** In this process, which is where the work is done that it limits. */
export const createMinuteLimit = (limit: number, clock: Clock): MinuteLimit => {
  const windows = new LRUCache<string, { used: number; endsAt: number }>({ max: maxAddresses })
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
