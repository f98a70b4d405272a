import { uptime } from 'node:os'

/** Time is injected, so that tests can change it. Instants are milliseconds since 1970, UTC. */
export interface Clock {
  now(): number
}

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

interface TimeSources {
  /** The system clock, which can be set. */
  wallMs: () => number
  /** Never goes back, but stops while the machine sleeps. */
  monotonicMs: () => number
  /** Continues while the machine sleeps; exact to a second. */
  uptimeMs: () => number
}

const machine: TimeSources = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  uptimeMs: () => uptime() * secondMs,
}

/** NTP adjusts a clock by less than this between two readings; a sleep takes longer. */
const jumpMs = 500
const sleepMs = 2 * secondMs

/**
 * The system clock without its jumps: when it is set during the run, this clock continues
 * unchanged, because leases, retries and idle times depend on it. Time during which the machine
 * slept is counted. `jumpedMs` is how far the system clock has been set since.
 */
export const createSteadyClock = (sources: TimeSources = machine) => {
  const { wallMs, monotonicMs, uptimeMs } = sources
  let aheadMs = wallMs() - monotonicMs()
  let awakeSince = { monotonic: monotonicMs(), uptime: uptimeMs() }
  let jumpedMs = 0

  const sleptMs = (): number => {
    const now = { monotonic: monotonicMs(), uptime: uptimeMs() }
    const slept = now.uptime - awakeSince.uptime - (now.monotonic - awakeSince.monotonic)
    awakeSince = now
    return slept >= sleepMs ? slept : 0
  }

  return {
    now(): number {
      let now = wallMs() - jumpedMs
      const monotonic = monotonicMs()
      const offMs = now - monotonic - aheadMs
      if (Math.abs(offMs) > jumpMs) {
        const slept = sleptMs()
        if (Math.abs(offMs - slept) > (slept > 0 ? sleepMs : jumpMs)) {
          jumpedMs += Math.round(offMs - slept)
          now = wallMs() - jumpedMs
        }
      }
      aheadMs = now - monotonic
      return now
    },
    jumpedMs: () => jumpedMs,
  }
}

/** The clock of this process. On PostgreSQL the service uses `Database.clock` instead. */
export const systemClock = createSteadyClock()

/** ISO 8601, UTC, `Z`, milliseconds: the only format of times in the API. */
export const isoTime = (instant: number): string => {
  const day = Math.floor(instant / dayMs)
  if (day !== lastDay) {
    lastDayText = new Date(day * dayMs).toISOString().slice(0, 11)
    lastDay = day
  }
  const rest = instant - day * dayMs
  const hours = pad2(Math.floor(rest / hourMs))
  const minutes = pad2(Math.floor(rest / minuteMs) % 60)
  const seconds = pad2(Math.floor(rest / secondMs) % 60)
  return `${lastDayText}${hours}:${minutes}:${seconds}.${String(rest % 1000).padStart(3, '0')}Z`
}

// Times in a list fall on few days. Formatting each day once is ten times as fast.
let lastDay = Number.NaN
let lastDayText = ''
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
const pad2 = (number: number): string => twoDigits[number] as string

export const isoTimeOrNull = (instant: number | null): string | null =>
  instant === null ? null : isoTime(instant)
