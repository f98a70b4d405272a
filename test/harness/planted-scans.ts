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
