import { createYield } from '../../platform/kit/yield-to-loop.ts'
import type { Db } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { CodeStatus } from '../../platform/store/tables.ts'
import type { ReachableIds } from '../organizations/access.ts'
import type { FullRow } from './codes.store.ts'

/** The columns that a bulk change needs. */
export interface HeldCode
  extends Pick<
    FullRow,
    'id' | 'organization_id' | 'short_id' | 'name' | 'status' | 'tags' | 'style' | 'model'
  > {
  /** The type of its logo; null: it has none. */
  has_logo: string | null
}

/** The reachable codes among `ids`, locked until the end of the transaction. */
export const lockMany = async (
  db: Db,
  reachable: ReachableIds,
  idsOrShortIds: string[],
): Promise<HeldCode[]> =>
  await db
    .selectFrom('codes')
    .innerJoin('code_contents', 'code_contents.code_id', 'codes.id')
    .leftJoin('code_logos', 'code_logos.code_id', 'codes.id')
    .select([
      'codes.id',
      'codes.organization_id',
      'codes.short_id',
      'codes.name',
      'codes.status',
      'codes.tags',
      'code_contents.style',
      'code_contents.model',
      'code_logos.type as has_logo',
    ])
    .where('codes.organization_id', 'in', reachable)
    .where((row) =>
      row.or([
        row('codes.id', 'in', idsOrShortIds),
        row(
          'codes.short_id',
          'in',
          idsOrShortIds.map((one) => one.toLowerCase()),
        ),
      ]),
    )
    // In id order, so that two requests cannot deadlock.
    .orderBy('codes.id')
    .forUpdate(['codes', 'code_contents'])
    .execute()

interface Written {
  organizationId: string
  id: string
  status: CodeStatus
  tags: string
  now: number
}

const updateOne = prepare<Written, never>((value, db) =>
  db
    .updateTable('codes')
    .set({ status: value('status'), tags: value('tags'), updated_at: value('now') })
    .where('organization_id', '=', value('organizationId'))
    .where('id', '=', value('id')),
)

export const update = async (
  db: Db,
  organizationId: string,
  codes: HeldCode[],
  contents: Partial<Pick<FullRow, 'style' | 'model'>>,
  now: number,
) => {
  const yieldToLoop = createYield()
  for (const { id, status, tags } of codes) {
    await yieldToLoop()
    await updateOne(db, { organizationId, id, status, tags, now })
  }
  if (Object.keys(contents).length === 0) return
  await db
    .updateTable('code_contents')
    .set(contents)
    .where(
      'code_id',
      'in',
      codes.map(({ id }) => id),
    )
    .execute()
}

const checkedAtOnce = 50

/** Removes the own styles and logos of codes. */
export const removeLooks = async (db: Db, organizationId: string, ids: string[], now: number) => {
  const yieldToLoop = createYield()
  for (let at = 0; at < ids.length; at += checkedAtOnce) {
    const some = ids.slice(at, at + checkedAtOnce)
    await yieldToLoop()
    await db
      .updateTable('codes')
      .set({ updated_at: now })
      .where('organization_id', '=', organizationId)
      .where('id', 'in', some)
      .execute()
    await db
      .updateTable('code_contents')
      .set({ style: null })
      .where('code_id', 'in', some)
      .execute()
    await db.deleteFrom('code_logos').where('code_id', 'in', some).execute()
  }
}
