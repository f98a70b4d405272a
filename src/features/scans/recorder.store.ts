import { sql } from 'kysely'
import { each, prepareBulkInsert } from '../../platform/store/bulk.ts'
import { byEngine, type Db, type Engine } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { Tables } from '../../platform/store/tables.ts'

/** A scan whose id is assigned before it is written. */
export type ScanRow = Omit<Tables['scans'], 'id' | 'written_by'> & { id: number }

/** Ids for scans that will be inserted, in order. */
export const nextIds = (db: Db, engine: Engine, count: number): Promise<number[]> =>
  byEngine(engine, {
    postgres: async () => (await takeIds(db, { count })).map(({ id }) => id),
    async sqlite() {
      const [last] = await lastScanId(db, {})
      return Array.from({ length: count }, (_, i) => (last?.seq ?? 0) + 1 + i)
    },
  })

const takeIds = prepare<{ count: number }, { id: number }>(
  (value) => sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('scans', 'id')) as id
      from generate_series(1, ${value('count')}::bigint)
    `,
)

const lastScanId = prepare<object, { seq: number }>(
  () => sql<{ seq: number }>`select seq from sqlite_sequence where name = 'scans'`,
)

export const insertScans = prepareBulkInsert<ScanRow>('scans', {
  id: 'bigint',
  code_id: 'text',
  organization_id: 'text',
  scanned_at: 'bigint',
  device: 'text',
  device_key: 'text',
  country: 'text',
  region: 'text',
  city: 'text',
  conversation_started: 'bigint',
  conversation_messages: 'bigint',
})

export type HourRow = Tables['scan_hours']

export const addToHours = prepareBulkInsert<HourRow>(
  'scan_hours',
  {
    scope_id: 'text',
    hour: 'bigint',
    scans: 'bigint',
    scans_with_conversation: 'bigint',
    conversations: 'bigint',
    messages: 'bigint',
  },
  `on conflict (scope_id, hour) do update set
     scans = scan_hours.scans + excluded.scans,
     scans_with_conversation =
       scan_hours.scans_with_conversation + excluded.scans_with_conversation,
     conversations = scan_hours.conversations + excluded.conversations,
     messages = scan_hours.messages + excluded.messages`,
)

type ShareRow = Tables['scan_shares']

export const addToShares = prepareBulkInsert<ShareRow>(
  'scan_shares',
  { scope_id: 'text', day: 'bigint', kind: 'text', value: 'text', scans: 'bigint' },
  `on conflict (scope_id, day, kind, value) do update set
     scans = scan_shares.scans + excluded.scans`,
)

export type SketchRow = Tables['scan_devices']
type SketchKey = Pick<SketchRow, 'scope_id' | 'day'>

const sketchColumns = { scope_id: 'text', day: 'bigint', sketch: 'bytea' } as const

const startSketches = prepareBulkInsert<SketchRow>(
  'scan_devices',
  sketchColumns,
  'on conflict (scope_id, day) do nothing',
)

const saveSketches = prepareBulkInsert<SketchRow>(
  'scan_devices',
  sketchColumns,
  'on conflict (scope_id, day) do update set sketch = excluded.sketch',
)

const selectSketch = prepare<SketchKey, SketchRow>((value, db) =>
  db
    .selectFrom('scan_devices')
    .select(['scope_id', 'day', 'sketch'])
    .where('scope_id', '=', value('scope_id'))
    .where('day', '=', value('day')),
)

const selectLockedSketches = prepare<{ scopes: string[]; days: number[] }, SketchRow>(
  (value) => sql<SketchRow>`
      select d.scope_id, d.day, d.sketch
      from scan_devices d
      join unnest(${value('scopes')}::text[], ${value('days')}::bigint[]) as k (scope_id, day)
        on d.scope_id = k.scope_id and d.day = k.day
      order by d.scope_id, d.day
      for update of d
    `,
)

/** Locked until the commit, in key order. */
const lockSketches = (db: Db, engine: Engine, keys: SketchKey[]): Promise<SketchRow[]> =>
  byEngine(engine, {
    postgres: () =>
      selectLockedSketches(db, {
        scopes: keys.map((key) => key.scope_id),
        days: keys.map((key) => key.day),
      }),
    sqlite: () => each(keys, (key) => selectSketch(db, key)),
  })

const empty = Buffer.alloc(0)

/** Shares the bytes instead of copying them. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

const selectSketches = prepare<{ codes: string[]; days: number[] }, SketchRow>(
  (value) => sql<SketchRow>`
      select d.scope_id, d.day, d.sketch
      from scan_devices d
      where d.day = any(${value('days')}) and d.scope_id in (
        select coalesce(c.scope_id, c.id) from codes c where c.id = any(${value('codes')})
        union
        select c.organization_id from codes c where c.id = any(${value('codes')})
      )
    `,
)

/** On PostgreSQL: the sketches of these codes and their organizations, without a lock. */
export const readSketches = (
  db: Db,
  engine: Engine,
  codes: string[],
  days: number[],
): Promise<SketchRow[]> =>
  byEngine(engine, {
    sqlite: async () => [],
    postgres: () => selectSketches(db, { codes, days }),
  })

const addToSketches = prepareBulkInsert<SketchRow>(
  'scan_devices',
  sketchColumns,
  `on conflict (scope_id, day) do update set
     sketch = qpr_add_devices(scan_devices.sketch, excluded.sketch)`,
)

/** On PostgreSQL: adds sketches of up to 512 devices on the server, without reading the others. */
export const mergeSketches = (db: Db, engine: Engine, rows: SketchRow[]) =>
  addToSketches(
    db,
    engine,
    rows.map((row) => ({ ...row, sketch: asBuffer(row.sketch) })),
  )

/** Locked from the first read on, because two processes must not overwrite each other's devices. */
export const changeSketches = async (
  db: Db,
  engine: Engine,
  changes: (SketchKey & { change: (sketch: Uint8Array) => Uint8Array })[],
) => {
  let rows = await lockSketches(db, engine, changes)
  if (rows.length < changes.length) {
    const started = changes.map(({ scope_id, day }) => ({ scope_id, day, sketch: empty }))
    await startSketches(db, engine, started)
    rows = await lockSketches(db, engine, changes)
  }
  const changed = changes.flatMap(({ scope_id, day, change }) => {
    const row = rows.find((one) => one.scope_id === scope_id && one.day === day)
    const before = row?.sketch ?? empty
    const after = change(before)
    return after === before ? [] : [{ scope_id, day, sketch: asBuffer(after) }]
  })
  await saveSketches(db, engine, changed)
}

interface Keys {
  codes: string[]
  hours: number[]
  days: number[]
}

const selectLocked = prepare<Keys, { id: string }>(
  (value) => sql<{ id: string }>`
      with scanned as materialized (
        select c.id, c.organization_id, coalesce(c.scope_id, c.id) as scope_id
        from codes c where c.id = any(${value('codes')}::text[])
      ), scopes as materialized (
        select scope_id from scanned union select organization_id from scanned
      ), free_codes as materialized (
        select c.id from codes c where c.id in (select id from scanned)
        for no key update skip locked
      ), free_organizations as materialized (
        select o.id from organizations o where o.id in (select organization_id from scanned)
        for key share skip locked
      ), free_hours as materialized (
        select h.scope_id, h.hour from scan_hours h
        where h.scope_id in (select scope_id from scopes) and h.hour = any(${value('hours')}::bigint[])
        for no key update skip locked
      ), free_shares as materialized (
        select s.scope_id, s.day, s.kind, s.value from scan_shares s
        where s.scope_id in (select scope_id from scopes) and s.day = any(${value('days')}::bigint[])
        for no key update skip locked
      ), free_devices as materialized (
        select d.scope_id, d.day from scan_devices d
        where d.scope_id in (select scope_id from scopes) and d.day = any(${value('days')}::bigint[])
        for no key update skip locked
      ), locked_scopes as materialized (
        select h.scope_id from scan_hours h
        where h.scope_id in (select scope_id from scopes) and h.hour = any(${value('hours')}::bigint[])
          and (h.scope_id, h.hour) not in (select scope_id, hour from free_hours)
        union
        select s.scope_id from scan_shares s
        where s.scope_id in (select scope_id from scopes) and s.day = any(${value('days')}::bigint[])
          and (s.scope_id, s.day, s.kind, s.value) not in (select * from free_shares)
        union
        select d.scope_id from scan_devices d
        where d.scope_id in (select scope_id from scopes) and d.day = any(${value('days')}::bigint[])
          and (d.scope_id, d.day) not in (select * from free_devices)
      )
      select id from scanned
      where id not in (select id from free_codes) or scope_id in (select scope_id from locked_scopes)
      union
      select o.id from organizations o
      where o.id in (select organization_id from scanned) and
        (o.id not in (select id from free_organizations) or o.id in (select scope_id from locked_scopes))
    `,
)

/**
 * On PostgreSQL: of these codes and their organizations, those with a row that scans change and that
 * another session has locked. The locks of this statement end with it.
 */
export const lockedAmong = async (db: Db, keys: Keys): Promise<Set<string>> =>
  new Set((await selectLocked(db, keys)).map(({ id }) => id))
