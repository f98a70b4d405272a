/** Time is handed in, so that tests can move it. Instants are milliseconds since 1970, UTC. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** ISO 8601, UTC, `Z`, milliseconds: the only form in which a time leaves the service. */
export const isoTime = (instant: number): string => new Date(instant).toISOString()

export const isoTimeOrNull = (instant: number | null): string | null =>
  instant === null ? null : isoTime(instant)

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
