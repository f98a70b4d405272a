import { sql } from 'kysely'
import { type Clock, dayMs } from '../../kit/clock.ts'
import type { Database, Db, Transaction } from '../../storage/database.ts'
import { addToHours, addToShares, changeSketches } from '../recording/recorder.store.ts'
import * as store from './rebuild.store.ts'
import { createSums, type Drift, dayOf } from './rebuild.sums.ts'

/** Where a rebuild is: the next scope, and the next day of it. */
export interface RebuildState {
  of: store.ScopeKind
  /** The scope under way, or the last that is done. */
  id: string
  /** Null: `id` is done. */
  day: number | null
}

export const rebuildStart: RebuildState = { of: 'codes', id: '', day: null }

interface Step {
  /** Null: all is done. */
  state: RebuildState | null
  scopes: number
  /** Read in all: each scan is read for its code and for its organization. */
  read: number
  /** Of codes. */
  scans: number
}

interface Found extends Drift {
  step: Step
  /** Codes that say another number than their sums. */
  miscounted: string[]
}

/** Runs a short transaction, as long as the rebuild is still this process's to do. */
type Save = (work: (tx: Transaction) => Promise<void>) => Promise<void>

/** About so many scans are read in one step, page by page; a step ends with a day. */
const mostRead = 20_000
const mostScopes = 200
const mostWritten = 500

/** The first day of which no scan can have been deleted for its age. */
export const firstWholeDay = (clock: Clock, retentionDays: number | null): number =>
  retentionDays === null ? 0 : Math.floor((clock.now() - retentionDays * dayMs) / dayMs) + 1

/**
 * Compares the sums of some scopes with their scans, as of one instant, and adds what is missing.
 * Scans may go on meanwhile: a difference stays right whatever else is added. Null: a code is being
 * moved or deleted, whose sums and scans are not in step; try again later.
 */
export const rebuildStep = async (
  database: Database,
  from: RebuildState,
  fromDay: number,
  save: Save,
): Promise<Step | null> => {
  const found = await database.snapshot((db) => compare(db, from, fromDay))
  if (!found) return null
  await write(found, save)
  return found.step
}

const compare = async (db: Db, from: RebuildState, fromDay: number): Promise<Found | null> => {
  if (await store.isAnyMoving(db)) return null
  const step: Step = { state: from, scopes: 0, read: 0, scans: 0 }
  const found: Found = { step, hours: [], shares: [], sketches: [], miscounted: [] }
  while (step.state && step.read < mostRead && step.scopes < mostScopes) {
    const { of, id, day }: RebuildState = step.state
    const scope: store.RebuiltScope | undefined =
      day === null ? await store.nextScope(db, of, id) : await store.scopeOf(db, of, id)
    if (!scope) {
      step.state = next(step.state)
      continue
    }
    const { toDay, scans, drift } = await compareScope(db, of, scope, day ?? fromDay, step.read)
    found.hours.push(...drift.hours)
    found.shares.push(...drift.shares)
    found.sketches.push(...drift.sketches)
    step.read += scans
    if (of === 'codes') step.scans += scans
    step.state = { of, id: scope.id, day: toDay }
    if (toDay !== null) continue
    step.scopes += 1
    if (fromDay === 0 && (await isMiscounted(db, scope, drift))) found.miscounted.push(scope.id)
  }
  return found
}

/** Behind a scope that is gone, or behind the last of its kind. */
const next = ({ of, id, day }: RebuildState): RebuildState | null => {
  if (day !== null) return { of, id, day: null }
  return of === 'codes' ? { of: 'organizations', id: '', day: null } : null
}

const compareScope = async (
  db: Db,
  of: store.ScopeKind,
  scope: store.RebuiltScope,
  fromDay: number,
  alreadyRead: number,
) => {
  const sums = createSums(scope.scopeId)
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
    // Enough: to the end of this day, and no further.
    if (last && alreadyRead + scans >= mostRead) lastDay ??= dayOf(last)
  }
  const before = toDay ?? Number.MAX_SAFE_INTEGER / 24 - 1
  const drift = sums.drift(await store.sumsBetween(db, scope.scopeId, fromDay, Math.floor(before)))
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
  for (const some of chunks(byScope(hours), mostWritten)) {
    await save(({ db, engine }) => addToHours(db, engine, some))
  }
  for (const some of chunks(byScope(shares), mostWritten)) {
    await save(({ db, engine }) => addToShares(db, engine, some))
  }
  for (const some of chunks(byScope(sketches), mostWritten / 10)) {
    await save(({ db, engine }) => changeSketches(db, engine, some))
  }
  for (const codeId of miscounted) await save((tx) => recountTotal(tx, codeId))
}

const chunks = <T>(items: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  )

/** The number that a code shows of itself, by its sums. */
const recountTotal = async ({ db }: Transaction, codeId: string) => {
  // Held first: whoever counts a scan holds the code, and the sums stand still.
  await db.selectFrom('codes').select('id').where('id', '=', codeId).forNoKeyUpdate().execute()
  await sql`
    update codes set scans_total = (
      select coalesce(sum(scans), 0) from scan_hours
      where scope_id = coalesce(codes.scope_id, codes.id)
    ) where id = ${codeId}
  `.execute(db)
}

/** All of it, for a database that serves nobody. Answers how many scans were added up. */
export const rebuildSums = async (
  database: Database,
  clock: Clock,
  retentionDays: number | null,
): Promise<number> => {
  const fromDay = firstWholeDay(clock, retentionDays)
  let state: RebuildState | null = rebuildStart
  let scans = 0
  while (state) {
    const step: Step | null = await rebuildStep(database, state, fromDay, (work) =>
      database.transaction(work),
    )
    if (!step) throw new Error('a code is being moved or deleted')
    scans += step.scans
    state = step.state
  }
  return scans
}
