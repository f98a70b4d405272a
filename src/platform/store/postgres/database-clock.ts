import type { ClientBase } from 'pg'
import { type Clock, minuteMs, secondMs } from '../../kit/clock.ts'
import type { Logger } from '../../kit/log.ts'

/** A reading of the database's clock. */
interface Reading {
  /** The database's clock in milliseconds. */
  at: number
  /** The stored correction that all processes add to that clock; null: none. */
  correction: string | null
}

interface DatabaseClockOptions {
  /** The clock of this process, which may be wrong but does not jump. */
  own: Clock
  log: Logger
}

/** Reads the database, and replaces the correction unless another process did so first. */
export interface TimeSource {
  read(): Promise<Reading>
  correct(from: string | null, to: string): Promise<boolean>
}

/** Smaller differences are drift and are followed; a larger one is a jump. */
const jumpMs = secondMs
/** The operator is warned from this difference on. */
export const worthSayingMs = secondMs
const firstTries = 5
const goodTripMs = 20
/**
 * A correction is reduced by 1 % of the elapsed time, so no lease or idle time is off by more than
 * that.
 */
const wearMs = minuteMs / 100

/**
 * The time of the service: PostgreSQL's clock plus a correction that all processes share. It is
 * measured regularly, and the clock of the process continues it in between. When the database's
 * clock jumps (it was set, or a standby with another clock took over), the first process to notice
 * stores the jump as a correction. For a running service time neither leaps nor goes back, so
 * leases, retries and idle times stay valid. The correction is then reduced to zero over time.
 */
export const createDatabaseClock = ({ own, log }: DatabaseClockOptions) => {
  let offsetMs = 0
  let isMeasured = false
  /** The correction that this process stored in its last measurement. */
  let wrote: { from: number; to: number } | undefined

  const sample = async (source: TimeSource) => {
    const sentAt = performance.now()
    const reading = await source.read()
    const halfTripMs = (performance.now() - sentAt) / 2
    const databaseNow = reading.at + halfTripMs
    const correction = parseCorrection(reading.correction)
    return { reading, correction, halfTripMs, offset: databaseNow + correction.ms - own.now() }
  }

  type Sample = Awaited<ReturnType<typeof sample>>

  const measureFirst = async (source: TimeSource) => {
    let best: Sample | undefined
    for (let tries = 0; tries < firstTries; tries++) {
      const next = await sample(source)
      if (!best || next.halfTripMs < best.halfTripMs) best = next
      if (best.halfTripMs <= goodTripMs) break
    }
    if (!best) return
    offsetMs = Math.round(best.offset)
    isMeasured = true
    const differenceMs = Math.round(best.correction.ms - best.offset)
    if (Math.abs(differenceMs) >= worthSayingMs) {
      log.warn({ differenceMs }, "this machine's clock differs from PostgreSQL's: let NTP set both")
    }
  }

  /**
   * Another process took back the correction of this process at once, so the clock of this
   * process is the one that jumped.
   */
  const isTakenBack = (ms: number): boolean =>
    wrote !== undefined && Math.abs(ms - wrote.from) < Math.abs(ms - wrote.to)

  const bridge = async (source: TimeSource, { reading, correction, offset }: Sample) => {
    const jumpedMs = Math.round(offset - offsetMs)
    if (isTakenBack(correction.ms)) {
      wrote = undefined
      offsetMs = Math.round(offset)
      log.warn({ jumpedMs }, 'the time of this process was wrong and was corrected')
      return
    }
    const ms = correction.ms - jumpedMs
    // If another process was faster, the next measurement finds its correction.
    if (!(await source.correct(reading.correction, formatCorrection(ms, reading.at)))) return
    wrote = { from: correction.ms, to: ms }
    log.warn({ jumpedMs }, 'the clock of the database jumped; the service follows slowly')
  }

  const wearOff = async (source: TimeSource, { reading, correction }: Sample) => {
    if (correction.ms === 0 || Math.abs(reading.at - correction.at) < minuteMs) return
    const left = Math.sign(correction.ms) * Math.max(0, Math.abs(correction.ms) - wearMs)
    await source.correct(reading.correction, formatCorrection(left, reading.at))
  }

  return {
    now: () => own.now() + offsetMs,
    async measure(source: TimeSource) {
      if (!isMeasured) return await measureFirst(source)
      const latest = await sample(source)
      const driftMs = Math.abs(latest.offset - offsetMs)
      // A smaller drift is within the uncertainty of the round trip.
      if (driftMs > latest.halfTripMs + 1) {
        if (driftMs > jumpMs + latest.halfTripMs) return await bridge(source, latest)
        offsetMs = Math.round(latest.offset)
      }
      wrote = undefined
      await wearOff(source, latest)
    },
  }
}

export const parseCorrection = (stored: string | null): { ms: number; at: number } =>
  stored === null ? { ms: 0, at: 0 } : JSON.parse(stored)

const formatCorrection = (ms: number, at: number) => JSON.stringify({ ms, at: Math.round(at) })

const read = `
  select extract(epoch from clock_timestamp()) * 1000 as at,
         (select value from settings where name = 'clock') as correction`

// Not confirmed by a synchronous standby: time must go on without it, and a new primary has a clock
// of its own, which is measured again.
const correct = `
  insert into settings (name, value)
  select 'clock', $1 from set_config('synchronous_commit', 'local', true)
  on conflict (name) do update set value = excluded.value where settings.value = $2`

/** PostgreSQL's clock and the shared correction, over one connection. */
export const timeSourceOn = (client: ClientBase): TimeSource => ({
  async read() {
    const { rows } = await client.query<{ at: string; correction: string | null }>(read)
    const [row] = rows
    if (!row) throw new Error('the database did not tell the time')
    return { at: Number(row.at), correction: row.correction }
  },
  async correct(from, to) {
    const { rowCount } = await client.query(correct, [to, from])
    return rowCount === 1
  },
})
