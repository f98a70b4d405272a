import { dayMs, hourMs } from '../../platform/kit/clock.ts'
import { together } from '../../platform/store/bulk.ts'
import { byEngine, type Db, type Engine, type Transaction } from '../../platform/store/database.ts'
import { addDevices, emptySketch } from './devices-sketch.ts'
import * as store from './recorder.store.ts'
import { countMessages, scopesOfCode } from './scans.store.ts'

/**
 * The sums of a batch, per code and per organization, in id order. `known` are the sketches as they
 * were before, on PostgreSQL.
 */
export const addUp = async (
  { db, engine }: Transaction,
  rows: store.ScanRow[],
  scopeOfCode: (codeId: string) => string,
  known: store.SketchRow[],
) => {
  const scopes = byScope(rows, scopeOfCode)
  const days = scopes.flatMap(([scopeId, ofScope]) =>
    groupBy(ofScope, dayOf).map(([day, ofDay]) => ({ scopeId, day: Number(day), ofDay })),
  )
  const devices = days.map(({ scopeId, day, ofDay }) => ({
    scope_id: scopeId,
    day,
    devices: ofDay.map((row) => row.device_key),
  }))
  await together(
    store.addToHours(db, engine, scopes.flatMap(hoursOf)),
    store.addToShares(db, engine, days.flatMap(sharesOf)),
    addToSketches(db, engine, known, devices),
  )
}

interface NewDevices {
  scope_id: string
  day: number
  devices: string[]
}

/**
 * SQLite reads and writes the sketches. PostgreSQL merges them on the server, so that they are not
 * locked during a round trip, and only where a device is new to the sketch as it was before: a device
 * never leaves a sketch.
 */
const addToSketches = (db: Db, engine: Engine, known: store.SketchRow[], added: NewDevices[]) =>
  byEngine(engine, {
    sqlite: () =>
      store.changeSketches(
        db,
        engine,
        added.map(({ devices, ...key }) => ({
          ...key,
          change: (sketch) => addDevices(sketch, devices),
        })),
      ),
    async postgres() {
      const news = added.flatMap(({ scope_id, day, devices }) => {
        const row = known.find((one) => one.scope_id === scope_id && one.day === day)
        const isNew = !row || addDevices(row.sketch, devices) !== row.sketch
        return isNew ? [{ scope_id, day, sketch: addDevices(emptySketch, devices) }] : []
      })
      await store.mergeSketches(db, engine, news)
    },
  })

/** A scan counts for its code and for its organization. */
const byScope = (
  rows: store.ScanRow[],
  scopeOfCode: (codeId: string) => string,
): [string, store.ScanRow[]][] => {
  const scoped = rows.flatMap((row) =>
    [scopeOfCode(row.code_id), row.organization_id].map((scopeId) => ({ scopeId, row })),
  )
  return groupBy(scoped, ({ scopeId }) => scopeId).map(([scopeId, ofScope]) => [
    scopeId,
    ofScope.map(({ row }) => row),
  ])
}

export const hoursOf = ([scopeId, rows]: [string, store.ScanRow[]]) =>
  groupBy(rows, hourOfScan).map(([hour, ofHour]) => ({
    scope_id: scopeId,
    hour: Number(hour),
    scans: ofHour.length,
    scans_with_conversation: ofHour.filter((row) => row.conversation_started > 0).length,
    conversations: 0,
    messages: 0,
  }))

export const sharesOf = (of: { scopeId: string; day: number; ofDay: store.ScanRow[] }) =>
  (['country', 'device'] as const).flatMap((kind) =>
    groupBy(of.ofDay, (row) => row[kind] ?? '').map(([value, scans]) => ({
      scope_id: of.scopeId,
      day: of.day,
      kind,
      value,
      scans: scans.length,
    })),
  )

const hourOfScan = ({ scanned_at }: store.ScanRow) => String(Math.floor(scanned_at / hourMs))
const dayOf = ({ scanned_at }: store.ScanRow) => String(Math.floor(scanned_at / dayMs))

/** Sorted by key, so that transactions that lock rows in this order cannot deadlock. */
export const groupBy = <T>(items: T[], keyOf: (item: T) => string): [string, T[]][] => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** A conversation, with or without a scan. */
interface CountedTalk {
  codeId: string
  organizationId: string
  scanId: number | null
  startedAt: number
  /** The time when it was opened: right after its scan. */
  createdAt: number
}

/**
 * Counts a conversation and its messages in the sums of the hour in which it started, so that
 * Insight counts the same conversations as the list. New messages also count for its scan. Negative
 * counts take a deleted conversation back; its scan keeps its counts.
 */
export const noteMessages = async (
  { db, engine }: Transaction,
  { codeId, organizationId, scanId, startedAt, createdAt }: CountedTalk,
  { conversations, messages }: { conversations: -1 | 0 | 1; messages: number },
) => {
  const scopes = await scopesOfCode(db, codeId, organizationId)
  // Deleted since, with its code.
  if (!scopes) return
  const counts = [{ hour: hourOf(startedAt), scansTalked: 0, conversations, messages }]
  const scan =
    scanId !== null && messages > 0
      ? await countMessages(db, { scanId, talkedAt: createdAt }, messages)
      : null
  if (scan?.isFirst) {
    const hour = hourOf(scan.scanned_at)
    const same = counts.find((one) => one.hour === hour)
    if (same) same.scansTalked = 1
    // In the order in which other transactions lock them.
    else counts.unshift({ hour, scansTalked: 1, conversations: 0, messages: 0 })
  }
  const rows = scopes.sort().flatMap((scope_id) =>
    counts.map(
      ({ hour, scansTalked, conversations, messages }): store.HourRow => ({
        scope_id,
        hour,
        scans: 0,
        scans_with_conversation: scansTalked,
        conversations,
        messages,
      }),
    ),
  )
  await store.addToHours(db, engine, rows)
}

const hourOf = (instant: number): number => Math.floor(instant / hourMs)
