// Scans that are there already, with their sums, as if they had been made at some time.
import { systemClock } from '../../src/kit/clock.ts'
import { sha256Hex } from '../../src/kit/ids.ts'
import { rebuildSums } from '../../src/scans/rebuild.ts'
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

/** Many scans of one code over the last 40 days, with their sums: as one statement would have it. */
export const plantManyScans = async (service: Service, codeId: string, count: number) => {
  const { database } = service
  const countries = ['DE', 'FR', 'PL', null]
  const devices = ['mobile', 'tablet', 'desktop'] as const
  const start = Date.now() - 40 * 86_400_000
  const { organization_id } = await database.db
    .selectFrom('codes')
    .select('organization_id')
    .where('id', '=', codeId)
    .executeTakeFirstOrThrow()
  const rowOf = (index: number): Row => ({
    code_id: codeId,
    organization_id,
    scanned_at: start + Math.floor((index * 40 * 86_000_000) / count),
    device: devices[index % 3] ?? 'other',
    device_key: (index % 5000).toString(16).padStart(16, '0'),
    country: countries[index % 4] ?? null,
    region: null,
    city: null,
    conversation_started: 0,
    conversation_messages: 0,
  })
  for (let at = 0; at < count; at += 20_000) {
    await database.transaction(async ({ db }) => {
      for (let i = at; i < Math.min(at + 20_000, count); i += 1000) {
        const size = Math.min(1000, count - i)
        await db
          .insertInto('scans')
          .values(Array.from({ length: size }, (_, n) => rowOf(i + n)))
          .execute()
      }
    })
  }
  await rebuildSums(database, systemClock, null)
}
