// Scans that are there already, with their sums, as if they had been made at some time.
import { sql } from 'kysely'
import { dayMs, systemClock } from '../../src/kit/clock.ts'
import { sha256Hex } from '../../src/kit/ids.ts'
import { rebuildSums } from '../../src/scans/sums/rebuild.ts'
import type { Database } from '../../src/storage/database.ts'
import type { Tables } from '../../src/storage/tables.ts'
import type { Service } from './service.ts'

type Row = Omit<Tables['scans'], 'id' | 'written_by'>

interface PlantedScan extends Partial<Omit<Row, 'code_id' | 'organization_id'>> {
  code: { id: string }
  at: number
  /** Scans of one visitor are of one device. */
  visitor?: string
}

/** A phone in Germany that said nothing, unless told otherwise. Answers the ids. */
export const plantScans = async (
  { database }: Service,
  scans: PlantedScan[],
): Promise<number[]> => {
  const organizations = await database.db
    .selectFrom('codes')
    .select(['id', 'organization_id'])
    .execute()
  const organizationOf = new Map(organizations.map((row) => [row.id, row.organization_id]))
  const rows = scans.map(
    ({ code, at, visitor, ...fields }, index): Row => ({
      code_id: code.id,
      organization_id: organizationOf.get(code.id) ?? '',
      scanned_at: at,
      device: 'mobile',
      device_key: sha256Hex(visitor ?? `visitor ${index}`).slice(0, 16),
      country: 'DE',
      region: null,
      city: null,
      conversation_started: 0,
      conversation_messages: 0,
      ...fields,
    }),
  )
  const ids: number[] = []
  await database.transaction(async ({ db }) => {
    for (let i = 0; i < rows.length; i += 500) {
      const some = await db
        .insertInto('scans')
        .values(rows.slice(i, i + 500))
        .returning('id')
        .execute()
      ids.push(...some.map(({ id }) => id))
    }
  })
  await rebuildSums(database, systemClock, null)
  return ids
}

/** Many scans of one code over the last 40 days, with their sums. */
export const plantManyScans = async ({ database }: Service, codeId: string, count: number) => {
  await insertScans(database, codeId, count)
  await rebuildSums(database, systemClock, null)
}

/** The rows alone, made by the database itself: a million in seconds. */
export const insertScans = async (database: Database, codeId: string, count: number) => {
  const step = 50_000
  const start = Date.now() - 40 * dayMs
  const everyMs = Math.floor((39.9 * dayMs) / count)
  for (let from = 0; from < count; from += step) {
    const to = Math.min(from + step, count) - 1
    await database.transaction(async ({ db, engine }) => {
      const numbers =
        engine === 'postgres'
          ? sql`select generate_series(${from}::bigint, ${to}::bigint) as n`
          : sql`with recursive counted (n) as (select ${from} union all select n + 1 from counted where n < ${to}) select n from counted`
      const key =
        engine === 'postgres'
          ? sql`lpad(to_hex(n % 5000), 16, '0')`
          : sql`printf('%016x', n % 5000)`
      await sql`
        insert into scans (code_id, organization_id, scanned_at, device, device_key, country,
          conversation_started, conversation_messages)
        select id, organization_id, ${sql.lit(start)} + n * ${sql.lit(everyMs)},
          case n % 3 when 0 then 'mobile' when 1 then 'tablet' else 'desktop' end, ${key},
          case n % 4 when 0 then 'DE' when 1 then 'FR' when 2 then 'PL' end, 0, 0
        from codes cross join (${numbers}) as numbers where id = ${codeId}
      `.execute(db)
    })
  }
  // As PostgreSQL would do by itself within a minute: it would sort all of them for each page.
  if (database.engine === 'postgres' && count >= step) {
    await database.transaction(({ db }) => sql`analyze scans`.execute(db))
  }
}
