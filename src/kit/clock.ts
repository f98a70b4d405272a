/** Time is handed in, so that tests can move it. Instants are milliseconds since 1970, UTC. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** ISO 8601, UTC, `Z`, milliseconds: the only form in which a time leaves the service. */
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

// Lists are full of times of few days: the day is written once, which makes it ten times as fast.
let lastDay = Number.NaN
let lastDayText = ''
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
const pad2 = (number: number): string => twoDigits[number] as string

export const isoTimeOrNull = (instant: number | null): string | null =>
  instant === null ? null : isoTime(instant)
