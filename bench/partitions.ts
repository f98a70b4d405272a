import { sql } from 'kysely'
import { dropScanMonths } from '../src/features/scans/months.store.ts'
import { deleteOldOf } from '../src/features/scans/scans.store.ts'
import { dayMs, hourMs } from '../src/platform/kit/clock.ts'
import { createLog } from '../src/platform/kit/log.ts'
import type { Database } from '../src/platform/store/database.ts'
import { openDatabase } from '../src/platform/store/open.ts'
import { run } from '../src/platform/store/partitions/catalogue.ts'
import { keepMonths } from '../src/platform/store/partitions/keep.ts'
import { monthStart } from '../src/platform/store/partitions/months.ts'
import { createDatabase, startPostgres } from '../test/harness/service/postgres.ts'
import { applyLoad } from './generator.ts'
import { type RunningService, startService } from './processes.ts'
import { median, report } from './report.ts'
import { type Code, createCode, headers, scanOf } from './requests.ts'

const few = 1_000_000
/** `QPR_BENCH_SCANS=100000000` where the disk has about 30 GB. */
const many = Number(process.env.QPR_BENCH_SCANS ?? 20_000_000)
/** The months over which the scans are spread, with the current one. */
const months = 12
/** One of this many scans is of the code that is measured. */
const oneOf = 20

/** A PostgreSQL with many scans against one with a million: nothing becomes slower with age. */
export const bench = async () => {
  const [small, large] = [await measureWith(few), await measureWith(many)]
  const names = Object.keys(small.times) as (keyof typeof small.times)[]
  for (const name of names) {
    const [before, after] = [small.times[name], large.times[name]]
    const ratio = after / before
    report(
      `${name}: ${count(many)} scans against ${count(few)}`,
      `${ratio.toFixed(2)} (${before.toFixed(2)} → ${after.toFixed(2)} ms)`,
      '≤ 2',
      ratio <= 2,
    )
  }
  const size = `${(large.bytes / 1e9).toFixed(1)} GB, ${Math.round(large.bytes / many)} bytes a scan`
  report('the table with its indexes', size, 'stated', true)
}

const measureWith = async (scans: number) => {
  const postgres = await startPostgres({ fsync: 'on', settings: { max_wal_size: '4GB' } })
  const url = await createDatabase(postgres.url)
  const service = await startService({ DATABASE_URL: url, QPR_SECRET: 'bench-secret-0123456789' })
  const code = await createCode(service)
  const database = openDatabase(url, createLog('silent'))
  try {
    await fill(database, code.id, scans)
    const bytes = await sizeOf(database)
    console.log(`        ${count(scans)} scans are stored`)
    const measured = await measure(service, database, code)
    for (const [name, ms] of Object.entries(measured)) {
      console.log(`        ${name.padEnd(36)} ${ms.toFixed(2)} ms`)
    }
    return { times: measured, bytes }
  } finally {
    await database.close()
    await service.stop()
    await postgres.stop()
  }
}

const measure = async (service: RunningService, database: Database, code: Code) => {
  const record = { port: service.port, connections: 1, durationMs: 3000, request: scanOf(code) }
  await applyLoad(record)
  const recording = median(await times(5, async () => (await applyLoad(record)).p50Ms))
  const beside = { ...record, connections: 64, durationMs: 5000 }
  const together = median(await times(3, async () => 1000 / (await applyLoad(beside)).perSecond))
  const analyticsOf = `/v1/qpr-codes/${code.id}/analytics?period=30d`
  const year = new Date(monthStart(Date.now(), 2 - months)).toISOString()
  const before = monthStart(Date.now(), 2 - months)
  return {
    'a scan, one after the other': recording,
    'a scan, 64 connections': together,
    'a page of scans by cursor': await pages(service, '/v1/scans?limit=50'),
    'a page of a code by cursor': await pages(service, `/v1/scans?limit=50&qpr_code_id=${code.id}`),
    'a page of a year ago': await pages(service, `/v1/scans?limit=50&until=${year}`),
    'analytics, 30 days': median(await times(50, () => get(service, analyticsOf))),
    '500 rows that a plan deletes': median(
      await times(12, () => timed(() => deleteSome(database, before))),
    ),
    'a month without kept rows': await timed(() => dropScanMonths(database, before)),
  }
}

const step = 500

const deleteSome = async (database: Database, before: number) => {
  const deleted = await database.transaction(({ db }) => deleteOldOf(db, 'org_other', before, step))
  // An empty step would be many times as fast.
  if (deleted < step) throw new Error(`only ${deleted} rows were left to delete`)
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const get = async ({ address }: RunningService, path: string): Promise<number> =>
  await timed(async () => {
    const response = await fetch(address + path, { headers })
    await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
  })

/** The median of 40 pages, one after the other. */
const pages = async ({ address }: RunningService, path: string): Promise<number> => {
  let next: string | null = ''
  return median(
    await times(40, () =>
      timed(async () => {
        const cursor: string = next ? `&cursor=${encodeURIComponent(next)}` : ''
        const response = await fetch(`${address}${path}${cursor}`, { headers })
        next = ((await response.json()) as { next_cursor?: string | null }).next_cursor ?? null
      }),
    ),
  )
}

const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  for (let n = 0; n < count; n++) results.push(await work())
  return results
}

/** The partitions and the rows as the service would have written them over the months. */
const fill = async (database: Database, codeId: string, scans: number) => {
  const now = Date.now()
  for (let month = 1 - months; month <= 0; month++) {
    await database.maintain?.((db) => keepMonths(db, monthStart(now, month)))
  }
  const from = monthStart(now, 1 - months)
  const everyMs = (now - hourMs - from) / scans
  const part = 500_000
  await database.maintain?.(async (db) => {
    const restore = await withoutIndexes(db)
    for (let first = 0; first < scans; first += part) {
      await sql`
        insert into scans (code_id, organization_id, scanned_at, device, device_key, country,
          conversation_started, conversation_messages)
        select case when n % ${sql.lit(oneOf)} = 0 then ${codeId}
                    else 'qpr_' || lpad((n % 1000)::text, 26, '0') end,
          case when n % 10 = 1 then 'org_other' else (select id from organizations limit 1) end,
          ${sql.lit(from)}::bigint + (n * ${sql.lit(everyMs)}::float8)::bigint, 'mobile',
          lpad(to_hex((n * 2654435761) % 4294967296), 16, '0'), 'DE', 0, 0
        from generate_series(${sql.lit(first)}::bigint,
          ${sql.lit(Math.min(first + part, scans) - 1)}::bigint) n`.execute(db)
    }
    await restore()
    await fillSums(db, codeId)
    await sql`vacuum (analyze) scans`.execute(db)
    // Otherwise the first figures would wait for the disk, which still writes the rows.
    await sql`checkpoint`.execute(db)
  })
}

/** Building the indexes afterwards takes a fraction of the time. */
const withoutIndexes = async (db: Database['db']) => {
  const { rows: keys } = await sql<{ key: string; name: string }>`
    select conname as key, conrelid::regclass::text as name
    from pg_constraint join pg_inherits on inhrelid = conrelid
    where inhparent = 'scans'::regclass and contype = 'p'`.execute(db)
  const { rows } = await sql<{ definition: string; name: string }>`
    select pg_get_indexdef(indexrelid) as definition, indexrelid::regclass::text as name
    from pg_index where indrelid = 'scans'::regclass`.execute(db)
  await run(db, ...rows.map(({ name }) => `drop index ${name}`))
  await run(db, ...keys.map(({ key, name }) => `alter table ${name} drop constraint ${key}`))
  return async () => {
    await run(db, `set maintenance_work_mem = '512MB'`)
    await run(db, ...keys.map(({ name }) => `alter table ${name} add primary key (id)`))
    await run(db, ...rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON ')))
  }
}

const fillSums = async (db: Database['db'], codeId: string) => {
  const hours = sql.lit(hourMs)
  await sql`
    insert into scan_hours (scope_id, hour, scans, scans_with_conversation, conversations, messages)
    select ${codeId}, scanned_at / ${hours}, count(*), 0, 0, 0 from scans
    where code_id = ${codeId} group by 2`.execute(db)
  await sql`
    insert into scan_hours (scope_id, hour, scans, scans_with_conversation, conversations, messages)
    select organization_id, scanned_at / ${hours}, count(*), 0, 0, 0 from scans group by 1, 2`.execute(
    db,
  )
  for (const [kind, value] of [
    ['country', 'DE'],
    ['device', 'mobile'],
  ]) {
    await sql`
      insert into scan_shares (scope_id, day, kind, value, scans)
      select ${codeId}, scanned_at / ${sql.lit(dayMs)}, ${kind}, ${value}, count(*) from scans
      where code_id = ${codeId} group by 2`.execute(db)
  }
}

const sizeOf = async ({ db }: Database): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(inhrelid))::bigint as bytes from pg_inherits
    where inhparent = 'scans'::regclass`.execute(db)
  return Number(rows[0]?.bytes)
}

const count = (scans: number): string => scans.toLocaleString('en')
