import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Statements } from './migrations.ts'

/**
 * A code that moves leaves its past in its former organization. Former versions moved the past in
 * small steps: the moves that are not finished are finished here, by their rules.
 */
export const stays: Statements = ({ id, text, instant, count }) => [
  `create table if not exists code_stays (
    code_id ${id} not null,
    organization_id ${id} not null,
    scope_id ${id} not null,
    arrived_at ${instant} not null,
    left_at ${instant},
    short_id ${id},
    name ${text},
    metadata ${text},
    is_deleted ${count} not null default 0,
    primary key (code_id, organization_id)
  )`,
  'create index if not exists code_stays_of_organization on code_stays (organization_id)',
  { inBatches: finishMoves() },
  { inBatches: markDeletions },
  `delete from jobs where kind = 'move_code'`,
]

/** The codes that are being deleted: `sum_transfers` had them before, and is empty from now on. */
const markDeletions = async (db: Db): Promise<boolean> => {
  await sql`
    insert into code_stays (code_id, organization_id, scope_id, arrived_at, is_deleted)
    select code_id, from_organization_id, scope_id, 0, 1 from sum_transfers
    where to_organization_id is null
    on conflict (code_id, organization_id) do nothing
  `.execute(db)
  await sql`delete from sum_transfers where to_organization_id is null`.execute(db)
  return false
}

interface Transfer {
  scope_id: string
  code_id: string
  from_organization_id: string
  /** Null: the code was deleted meanwhile. */
  to_organization_id: string | null
}

const batchSize = 1000

/** Each batch moves some scans of a code; the last one of a code its other rows and its sums. */
const finishMoves = () => {
  let moving: { codeId: string; at: number; id: number } | null = null
  return async (db: Db): Promise<boolean> => {
    const [first] = await unfinished(db, '')
    if (!first) return false
    const { code_id: codeId } = first
    const to = await organizationOf(db, first)
    const after = moving?.codeId === codeId ? moving : { codeId, at: -1, id: -1 }
    const last = to === null ? null : await moveScans(db, codeId, to, after)
    if (last) {
      moving = { codeId, ...last }
      return true
    }
    if (to !== null) await moveConversations(db, codeId, to)
    const transfers = (await unfinished(db, codeId)).sort((a, b) => numberOf(a) - numberOf(b))
    // The deletion of the code subtracts the last of its sums itself.
    const isLeft = transfers.at(-1)?.to_organization_id === null && !(await isCode(db, codeId))
    if (isLeft) transfers.pop()
    for (const transfer of transfers) await moveSums(db, transfer)
    return true
  }
}

/** `qpr_…`, `qpr_…~1`, `qpr_…~2`: the scopes of a code, in the order of its moves. */
const numberOf = ({ scope_id, code_id }: Transfer) => Number(scope_id.slice(code_id.length + 1))

const isCode = async (db: Db, id: string): Promise<boolean> =>
  (await sql`select id from codes where id = ${id}`.execute(db)).rows.length > 0

/**
 * The transfers of one code, or of the first. A code that was deleted during a move is among them,
 * alone or with its organization: its rows still name several organizations, and its deletion
 * expects one.
 */
const unfinished = async (db: Db, codeId: string): Promise<Transfer[]> => {
  const isWanted = codeId === '' ? sql`1 = 1` : sql`code_id = ${codeId}`
  const { rows } = await sql<Transfer>`
    select scope_id, code_id, from_organization_id, to_organization_id from sum_transfers
    where ${isWanted} and (
      to_organization_id is not null or code_id in (select id from codes) or code_id in (
        select t.code_id from sum_transfers t group by t.code_id having count(*) > 1
      )
    )
    order by code_id, scope_id
  `.execute(db)
  return rows
}

/** The organization of a code, or the one in which it was deleted. */
const organizationOf = async (db: Db, { code_id }: Transfer): Promise<string | null> => {
  const { rows } = await sql<{ id: string | null }>`
    select coalesce(
      (select organization_id from codes where id = ${code_id}),
      (select max(organization_id) from jobs where kind = 'delete_code' and subject_id = ${code_id})
    ) as id
  `.execute(db)
  return rows[0]?.id ?? null
}

const moveScans = async (
  db: Db,
  codeId: string,
  to: string,
  after: { at: number; id: number },
): Promise<{ at: number; id: number } | null> => {
  const { rows } = await sql<{ at: number; id: number }>`
    select scanned_at as at, id from scans
    where code_id = ${codeId} and (scanned_at, id) > (${after.at}, ${after.id})
    order by scanned_at, id limit ${batchSize}
  `.execute(db)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return null
  await sql`
    update scans set organization_id = ${to}
    where code_id = ${codeId} and organization_id <> ${to}
      and (scanned_at, id) >= (${first.at}, ${first.id})
      and (scanned_at, id) <= (${last.at}, ${last.id})
  `.execute(db)
  return last
}

const moveConversations = async (db: Db, codeId: string, to: string) => {
  // The questions of the conversations are grouped anew, with those of the new organization.
  await sql`
    update asked_questions set organization_id = ${to}, group_id = null
    where conversation_id in (
      select id from conversations where code_id = ${codeId} and organization_id <> ${to}
    )
  `.execute(db)
  await sql`
    update conversations set organization_id = ${to}
    where code_id = ${codeId} and organization_id <> ${to}
  `.execute(db)
}

/** Adds the sums that a code left behind to its new place, and subtracts them from the former. */
const moveSums = async (db: Db, transfer: Transfer) => {
  const { scope_id: scopeId, code_id, from_organization_id: from } = transfer
  const { to_organization_id: to } = transfer
  const { rows: codes } = await sql<{ scope_id: string }>`
    select coalesce(scope_id, id) as scope_id from codes where id = ${code_id}
  `.execute(db)
  const isBack = from === to
  const added = to === null ? [] : codes.map((code) => code.scope_id)
  if (to !== null && !isBack) added.push(to)
  for (const target of added.sort()) {
    await addSums(db, scopeId, target, 1)
    await addDevices(db, scopeId, target)
  }
  const { rows: organizations } = await sql`
    select id from organizations where id = ${from}
  `.execute(db)
  if (organizations.length > 0 && !isBack) await addSums(db, scopeId, from, -1)
  for (const table of ['scan_hours', 'scan_shares', 'scan_devices', 'sum_transfers']) {
    await sql`delete from ${sql.table(table)} where scope_id = ${scopeId}`.execute(db)
  }
}

const addSums = async (db: Db, scopeId: string, target: string, sign: 1 | -1) => {
  const times = sql.lit(sign)
  await sql`
    insert into scan_hours (scope_id, hour, scans, scans_with_conversation, conversations, messages)
    select ${target}, hour, ${times} * scans, ${times} * scans_with_conversation,
      ${times} * conversations, ${times} * messages
    from scan_hours where scope_id = ${scopeId}
    on conflict (scope_id, hour) do update set
      scans = scan_hours.scans + excluded.scans,
      scans_with_conversation =
        scan_hours.scans_with_conversation + excluded.scans_with_conversation,
      conversations = scan_hours.conversations + excluded.conversations,
      messages = scan_hours.messages + excluded.messages
  `.execute(db)
  await sql`
    insert into scan_shares (scope_id, day, kind, value, scans)
    select ${target}, day, kind, value, ${times} * scans
    from scan_shares where scope_id = ${scopeId}
    on conflict (scope_id, day, kind, value) do update set
      scans = scan_shares.scans + excluded.scans
  `.execute(db)
}

type Sketch = Uint8Array

/** Devices cannot be removed from a sketch, so they also stay counted in the former place. */
const addDevices = async (db: Db, scopeId: string, target: string) => {
  const { rows } = await sql<{ day: number; sketch: Sketch; known: Sketch | null }>`
    select d.day, d.sketch, k.sketch as known from scan_devices d
    left join scan_devices k on k.scope_id = ${target} and k.day = d.day
    where d.scope_id = ${scopeId}
  `.execute(db)
  for (const { day, sketch, known } of rows) {
    const merged = Buffer.from(known ? mergeSketches(known, sketch) : sketch)
    await sql`
      insert into scan_devices (scope_id, day, sketch) values (${target}, ${day}, ${merged})
      on conflict (scope_id, day) do update set sketch = excluded.sketch
    `.execute(db)
  }
}

// A sketch as it is at this step: up to 512 devices of 8 bytes, or 4,096 registers and one byte.
const denseBytes = 4097
const maxExact = 512

const isDense = (sketch: Sketch): boolean => sketch.length === denseBytes

const devicesOf = (sketch: Sketch): string[] =>
  Buffer.from(sketch).toString('hex').match(/.{16}/g) ?? []

const mergeSketches = (a: Sketch, b: Sketch): Sketch => {
  if (!isDense(a) && !isDense(b)) {
    const devices = new Set([...devicesOf(a), ...devicesOf(b)])
    if (devices.size <= maxExact) return Buffer.from([...devices].join(''), 'hex')
    return addToRegisters(new Uint8Array(denseBytes), [...devices])
  }
  const [dense, other] = isDense(a) ? [a, b] : [b, a]
  if (!isDense(other)) return addToRegisters(new Uint8Array(dense), devicesOf(other))
  return new Uint8Array(dense).map((rank, register) => Math.max(rank, other[register] ?? 0))
}

const addToRegisters = (dense: Uint8Array, devices: string[]): Sketch => {
  for (const device of devices) {
    const register = Number.parseInt(device.slice(0, 3), 16)
    const high = Number.parseInt(device.slice(3, 9), 16)
    const low = Number.parseInt(device.slice(9, 16), 16)
    const rank = (high === 0 ? 20 + Math.clz32(low) : Math.clz32(high) - 8) + 1
    dense[register] = Math.max(dense[register] ?? 0, rank)
  }
  return dense
}
