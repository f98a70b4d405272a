import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { JobStep } from '../../platform/jobs/handlers.ts'
import { dayMs, hourMs, secondMs } from '../../platform/kit/clock.ts'
import type { Database, Db, Transaction } from '../../platform/store/database.ts'
import * as store from './rebuild.store.ts'
import { createSums, type Drift, dayOf } from './rebuild.sums.ts'
import { addToHours, addToShares, changeSketches } from './recorder.store.ts'

/** The position of a rebuild: the next scope, and its next day. */
export interface RebuildState {
  of: store.ScopeKind
  /** The current scope, or the last completed one. */
  id: string
  /** Null: `id` is complete. */
  day: number | null
}

export const rebuildStart: RebuildState = { of: 'codes', id: '', day: null }

interface Step {
  /** Null: everything is complete. */
  state: RebuildState | null
  scopes: number
  /** The total number of scans read. Each scan is read for its code and for its organization. */
  read: number
  /** Scans of codes. */
  scans: number
}

interface Found extends Drift {
  step: Step
  /** Codes whose scan count differs from their sums. */
  miscounted: string[]
}

/** Runs a short transaction, if this process still holds the job. */
type Save = (work: (tx: Transaction) => Promise<void>) => Promise<void>

/** The approximate number of scans in one step, read page by page. A step ends with a day. */
const maxRead = 20_000
const maxScopes = 200
const maxWritten = 500

/** The first days of which retention can have deleted nothing. */
interface FirstDays {
  scans: number
  conversations: number
}

declare module '../../platform/context.ts' {
  interface Service {
    analytics: {
      /** In days: the shortest retention of any plan or setting; null: unlimited. */
      scanRetentionDays: number | null
      conversationRetentionDays: number | null
    }
  }
}

/** The first day of which no row can have been deleted by this retention. */
export const firstWholeDay = (now: number, retentionDays: number | null): number =>
  retentionDays === null ? 0 : Math.floor((now - retentionDays * dayMs) / dayMs) + 1

/** The step of the job that compares all sums with the scans. */
export const rebuildAnalytics = async (
  context: Context<unknown>,
  { assignment, save }: JobStep,
): Promise<number | undefined> => {
  const { database, analytics } = context.service
  const now = context.now()
  const from = (assignment.state.place as RebuildState | undefined) ?? rebuildStart
  const firstDays = {
    scans: firstWholeDay(now, analytics.scanRetentionDays),
    conversations: firstWholeDay(now, analytics.conversationRetentionDays),
  }
  const step = await rebuildStep(database, from, firstDays, (work) =>
    save(async (change) => {
      await work(change)
      return { rows: 0, isDone: false }
    }),
  )
  // Deletions of codes come first.
  if (!step) return secondMs
  const { state: place, scopes: rows } = step
  await save(async () => ({ rows, state: { place }, isDone: place === null }))
  return undefined
}

/**
 * Compares the sums of some scopes with their scans at one instant, and adds the differences. New
 * scans may arrive meanwhile, because adding a difference stays correct. Null: a code is being
 * deleted, so its sums and scans do not match yet; try again later.
 */
export const rebuildStep = async (
  database: Database,
  from: RebuildState,
  firstDays: FirstDays,
  save: Save,
): Promise<Step | null> => {
  const found = await database.snapshot((db) => compare(db, from, firstDays))
  if (!found) return null
  await write(found, save)
  return found.step
}

const compare = async (db: Db, from: RebuildState, firstDays: FirstDays): Promise<Found | null> => {
  if (await store.isAnyDeleted(db)) return null
  const step: Step = { state: from, scopes: 0, read: 0, scans: 0 }
  const found: Found = { step, hours: [], shares: [], sketches: [], miscounted: [] }
  while (step.state && step.read < maxRead && step.scopes < maxScopes) {
    const { of, id, day }: RebuildState = step.state
    const scope: store.RebuiltScope | undefined =
      day === null ? await store.nextScope(db, of, id) : await store.scopeOf(db, of, id)
    if (!scope) {
      step.state = next(step.state)
      continue
    }
    const days = { ...firstDays, scans: day ?? firstDays.scans }
    const { toDay, scans, drift } = await compareScope(db, of, scope, days, step.read)
    found.hours.push(...drift.hours)
    found.shares.push(...drift.shares)
    found.sketches.push(...drift.sketches)
    step.read += scans
    if (of === 'codes') step.scans += scans
    step.state = { of, id: scope.id, day: toDay }
    if (toDay !== null) continue
    step.scopes += 1
    if (firstDays.scans === 0 && (await isMiscounted(db, scope, drift)))
      found.miscounted.push(scope.id)
  }
  return found
}

/** The position after a deleted scope, or after the last scope of its kind. */
const next = ({ of, id, day }: RebuildState): RebuildState | null => {
  if (day !== null) return { of, id, day: null }
  return of === 'codes' ? { of: 'organizations', id: '', day: null } : null
}

const hoursADay = dayMs / hourMs
/** The last day whose millisecond timestamps are safe integers. */
const lastPossibleDay = Math.floor(Number.MAX_SAFE_INTEGER / dayMs)

const compareScope = async (
  db: Db,
  of: store.ScopeKind,
  scope: store.RebuiltScope,
  { scans: fromDay, conversations: talksFrom }: FirstDays,
  alreadyRead: number,
) => {
  const sums = createSums(scope.scopeId, talksFrom * hoursADay)
  let scans = 0
  let lastDay: number | null = null
  let toDay: number | null = null
  for await (const rows of store.scanPages(db, of, scope, fromDay)) {
    const rest = lastDay === null ? rows : rows.filter((row) => dayOf(row) === lastDay)
    sums.add(rest)
    scans += rest.length
    if (rest.length < rows.length) {
      toDay = (lastDay as number) + 1
      break
    }
    const last = rows.at(-1)
    // Enough scans are read, so stop at the end of this day.
    if (last && alreadyRead + scans >= maxRead) lastDay ??= dayOf(last)
  }
  const before = toDay ?? lastPossibleDay
  const talksFromDay = Math.max(fromDay, talksFrom)
  for await (const rows of store.talkPages(db, of, scope, talksFromDay, before)) {
    sums.addTalks(rows)
  }
  const drift = sums.drift(await store.sumsBetween(db, scope.scopeId, fromDay, before))
  return { toDay, scans, drift }
}

const isMiscounted = async (db: Db, { scopeId, scansTotal }: store.RebuiltScope, drift: Drift) => {
  if (scansTotal === null) return false
  const missing = drift.hours.reduce((sum, { scans }) => sum + scans, 0)
  return (await store.totalOfHours(db, scopeId)) + missing !== scansTotal
}

const write = async ({ hours, shares, sketches, miscounted }: Found, save: Save) => {
  // In the order in which the recorder locks them.
  const byScope = <Row extends { scope_id: string }>(rows: Row[]) =>
    rows.sort((a, b) => (a.scope_id < b.scope_id ? -1 : a.scope_id > b.scope_id ? 1 : 0))
  for (const some of chunks(byScope(hours), maxWritten)) {
    await save(({ db, engine }) => addToHours(db, engine, some))
  }
  for (const some of chunks(byScope(shares), maxWritten)) {
    await save(({ db, engine }) => addToShares(db, engine, some))
  }
  for (const some of chunks(byScope(sketches), maxWritten / 10)) {
    await save(({ db, engine }) => changeSketches(db, engine, some))
  }
  for (const codeId of miscounted) await save((tx) => recountTotal(tx, codeId))
}

const chunks = <T>(items: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  )

/** Sets the scan count of a code from its sums. */
const recountTotal = async ({ db }: Transaction, codeId: string) => {
  // Lock the code first: recording a scan locks it too, so the sums cannot change.
  await db.selectFrom('codes').select('id').where('id', '=', codeId).forNoKeyUpdate().execute()
  await sql`
    update codes set scans_total = (
      select coalesce(sum(scans), 0) from scan_hours
      where scope_id = coalesce(codes.scope_id, codes.id)
    ) where id = ${codeId}
  `.execute(db)
}
