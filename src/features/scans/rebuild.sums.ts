import { dayMs, hourMs } from '../../platform/kit/clock.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { counted, noCounts } from './analytics.store.ts'
import { addDevices, emptySketch, mergeSketches, sameDevices } from './devices-sketch.ts'
import type { TalkRow } from './rebuild.store.ts'
import type { ScanRow } from './recorder.store.ts'
import { groupBy, hoursOf, sharesOf } from './sums.ts'

export interface Sums {
  hours: Tables['scan_hours'][]
  shares: Tables['scan_shares'][]
  sketches: Tables['scan_devices'][]
}

/** The differences to add to the sums of a scope. */
export interface Drift {
  hours: Tables['scan_hours'][]
  shares: Tables['scan_shares'][]
  sketches: {
    scope_id: string
    day: number
    change: (sketch: Uint8Array) => Uint8Array
  }[]
}

type Hour = Tables['scan_hours']
type Share = Tables['scan_shares']

const hourKey = ({ hour }: Hour) => String(hour)
const shareKey = ({ day, kind, value }: Share) => `${day} ${kind} ${value}`

/**
 * Sums scans and conversations up, a page at a time, so that memory use does not depend on their
 * number. Before `talksFromHour` conversations may be deleted by retention: their sums stay.
 */
export const createSums = (scopeId: string, talksFromHour: number) => {
  const hours = new Map<string, Hour>()
  const shares = new Map<string, Share>()
  const sketches = new Map<number, Uint8Array>()

  return {
    add(rows: ScanRow[]) {
      for (const hour of hoursOf([scopeId, rows])) addHour(hours, hour, 1)
      for (const [day, ofDay] of groupBy(rows, (row) => String(dayOf(row)))) {
        const keys = ofDay.map((row) => row.device_key)
        sketches.set(Number(day), addDevices(sketches.get(Number(day)) ?? emptySketch, keys))
        for (const share of sharesOf({ scopeId, day: Number(day), ofDay })) {
          addShare(shares, share, 1)
        }
      }
    },

    addTalks(rows: TalkRow[]) {
      for (const { started_at, messages_count: messages } of rows) {
        const hour = Math.floor(started_at / hourMs)
        addHour(hours, { ...noCounts, scope_id: scopeId, hour, conversations: 1, messages }, 1)
      }
    },

    /** The difference between these scans and the stored sums. */
    drift(actual: Sums): Drift {
      for (const stored of actual.hours) {
        const isKept = stored.hour < talksFromHour
        addHour(hours, isKept ? { ...stored, conversations: 0, messages: 0 } : stored, -1)
      }
      for (const share of actual.shares) addShare(shares, share, -1)
      const stored = new Map(actual.sketches.map(({ day, sketch }) => [day, sketch]))
      const days = [...new Set([...stored.keys(), ...sketches.keys()])].sort((a, b) => a - b)
      return {
        hours: [...hours.values()].filter((row) => counted.some((column) => row[column] !== 0)),
        shares: [...shares.values()].filter(({ scans }) => scans !== 0),
        sketches: days.flatMap((day) => {
          const before = stored.get(day) ?? emptySketch
          const after = sketches.get(day) ?? emptySketch
          if (sameDevices(before, after)) return []
          // Devices that were added meanwhile stay; the next rebuild corrects the day.
          const change = (now: Uint8Array) =>
            sameDevices(now, before) ? after : mergeSketches(now, after)
          return [{ scope_id: scopeId, day, change }]
        }),
      }
    },
  }
}

const addHour = (hours: Map<string, Hour>, row: Hour, sign: 1 | -1) => {
  const known = hours.get(hourKey(row)) ?? { ...row, ...noCounts }
  for (const column of counted) known[column] += sign * row[column]
  hours.set(hourKey(row), known)
}

const addShare = (shares: Map<string, Share>, row: Share, sign: 1 | -1) => {
  const known = shares.get(shareKey(row)) ?? { ...row, scans: 0 }
  shares.set(shareKey(row), { ...known, scans: known.scans + sign * row.scans })
}

export const dayOf = ({ scanned_at }: Pick<ScanRow, 'scanned_at'>) => Math.floor(scanned_at / dayMs)
