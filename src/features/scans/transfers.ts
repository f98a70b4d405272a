import { sql } from 'kysely'
import { countDeleted, type Db, type Transaction } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { mergeSketches } from './devices-sketch.ts'
import { addToHours, addToShares, changeSketches } from './recorder.store.ts'
import { counted } from './scope.store.ts'

type Transfer = Tables['sum_transfers']

/** The scope that sums are taken from, and all scopes that they are added to. */
interface Route {
  scopeId: string
  from: string | null
  to: string[]
}

/** A sketch is larger than other rows and merged individually, so it counts as this many. */
const rowsOfSketch = 5

/**
 * Moves a part of the sums that a code left behind: at most `most` rows, each subtracted, added and
 * deleted in one transaction. A smaller result means that none remain.
 */
export const moveSums = async (tx: Transaction, codeId: string, most: number): Promise<number> => {
  let moved = 0
  for (;;) {
    const transfer = await nextTransfer(tx.db, codeId)
    if (!transfer) return moved
    const route = await routeOf(tx.db, transfer)
    for (const step of [moveHours, moveShares, moveSketches]) {
      moved += await step(tx, route, most - moved)
      if (moved >= most) return most
    }
    await tx.db.deleteFrom('sum_transfers').where('scope_id', '=', transfer.scope_id).execute()
  }
}

const nextTransfer = async (db: Db, codeId: string) =>
  await db
    .selectFrom('sum_transfers')
    .select(['scope_id', 'code_id', 'from_organization_id', 'to_organization_id'])
    .where('code_id', '=', codeId)
    .orderBy('scope_id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

const routeOf = async (db: Db, transfer: Transfer): Promise<Route> => {
  const { scope_id: scopeId, code_id, from_organization_id, to_organization_id } = transfer
  const from = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', from_organization_id)
    .executeTakeFirst()
  const code = await db
    .selectFrom('codes')
    .select('scope_id')
    .where('id', '=', code_id)
    .executeTakeFirst()
  const to =
    code && to_organization_id !== null ? [to_organization_id, code.scope_id ?? code_id] : []
  return { scopeId, from: from?.id ?? null, to }
}

/** Converts rows of one scope into changes of other scopes, each changed once, in locking order. */
const changesOf = <Row extends { scope_id: string }>(
  { from, to }: Route,
  rows: Row[],
  keyOf: (row: Row) => string,
  times: (row: Row, sign: 1 | -1) => Row,
): Row[] => {
  const isBack = from !== null && to.includes(from)
  const targets: [string, 1 | -1][] = to.filter((id) => id !== from).map((id) => [id, 1])
  if (from !== null && !isBack) targets.push([from, -1])
  return targets
    .flatMap(([scope_id, sign]) => rows.map((row) => ({ ...times(row, sign), scope_id })))
    .sort((a, b) => (`${a.scope_id} ${keyOf(a)}` < `${b.scope_id} ${keyOf(b)}` ? -1 : 1))
}

const moveHours = async ({ db, engine }: Transaction, route: Route, most: number) => {
  const rows = await db
    .selectFrom('scan_hours')
    .select(['scope_id', 'hour', ...counted])
    .where('scope_id', '=', route.scopeId)
    .orderBy('hour')
    .limit(most)
    .execute()
  const last = rows.at(-1)
  if (!last) return 0
  const times = (row: (typeof rows)[number], sign: 1 | -1) => {
    const changed = { ...row }
    for (const column of counted) changed[column] *= sign
    return changed
  }
  const keyOf = ({ hour }: { hour: number }) => String(hour)
  await addToHours(db, engine, changesOf(route, rows, keyOf, times))
  await db
    .deleteFrom('scan_hours')
    .where('scope_id', '=', route.scopeId)
    .where('hour', '<=', last.hour)
    .execute()
  return rows.length
}

const moveShares = async ({ db, engine }: Transaction, route: Route, most: number) => {
  const rows = await db
    .selectFrom('scan_shares')
    .select(['scope_id', 'day', 'kind', 'value', 'scans'])
    .where('scope_id', '=', route.scopeId)
    .orderBy('day')
    .orderBy('kind')
    .orderBy('value')
    .limit(most)
    .execute()
  const last = rows.at(-1)
  if (!last) return 0
  const times = (row: (typeof rows)[number], sign: 1 | -1) => ({ ...row, scans: sign * row.scans })
  const keyOf = ({ day, kind, value }: (typeof rows)[number]) => `${day} ${kind} ${value}`
  await addToShares(db, engine, changesOf(route, rows, keyOf, times))
  await sql`
    delete from scan_shares where scope_id = ${route.scopeId}
      and (day, kind, value) <= (${last.day}, ${last.kind}, ${last.value})
  `.execute(db)
  return rows.length
}

/**
 * Devices also stay counted in the former organization until a rebuild, because a sketch cannot
 * remove them.
 */
const moveSketches = async ({ db, engine }: Transaction, route: Route, most: number) => {
  const limit = Math.ceil(most / rowsOfSketch)
  const rows = await db
    .selectFrom('scan_devices')
    .select(['day', 'sketch'])
    .where('scope_id', '=', route.scopeId)
    .orderBy('day')
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  if (!last) return 0
  const changes = route.to.toSorted().flatMap((scope_id) =>
    rows.map(({ day, sketch }) => ({
      scope_id,
      day,
      change: (before: Uint8Array) => mergeSketches(before, sketch),
    })),
  )
  if (changes.length > 0) await changeSketches(db, engine, changes)
  await db
    .deleteFrom('scan_devices')
    .where('scope_id', '=', route.scopeId)
    .where('day', '<=', last.day)
    .execute()
  return rows.length < limit ? rows.length * rowsOfSketch : most
}

/**
 * Deletes at most `most` sums of a deleted organization's scope. A smaller result means that none
 * remain.
 */
export const deleteScope = async ({ db }: Transaction, scopeId: string, most: number) => {
  let deleted = 0
  const hours = db.selectFrom('scan_hours').select('hour').where('scope_id', '=', scopeId)
  deleted += await countDeleted(
    db
      .deleteFrom('scan_hours')
      .where('scope_id', '=', scopeId)
      .where('hour', 'in', hours.orderBy('hour').limit(most)),
  )
  if (deleted >= most) return deleted
  const devices = db.selectFrom('scan_devices').select('day').where('scope_id', '=', scopeId)
  deleted += await countDeleted(
    db
      .deleteFrom('scan_devices')
      .where('scope_id', '=', scopeId)
      .where('day', 'in', devices.orderBy('day').limit(most - deleted)),
  )
  if (deleted >= most) return deleted
  const { numAffectedRows } = await sql`
    delete from scan_shares where scope_id = ${scopeId} and (day, kind, value) in (
      select day, kind, value from scan_shares where scope_id = ${scopeId}
      order by day, kind, value limit ${most - deleted}
    )
  `.execute(db)
  return deleted + Number(numAffectedRows ?? 0)
}
