import { type RawBuilder, sql } from 'kysely'
import type { ReachableIds } from '../organizations/access.ts'
import type { Database, Db, Engine } from '../storage/database.ts'
import { prepare } from '../storage/prepared.ts'
import type { CodeStatus } from '../storage/tables.ts'
import type { CodeRow } from './codes.store.ts'

const listColumns = [
  'id',
  'organization_id',
  'name',
  'short_id',
  'template',
  'status',
  'scans_total',
  'created_at',
  'updated_at',
] as const

export type ListedCode = Pick<CodeRow, (typeof listColumns)[number]>

interface Page {
  organizationId: string
  status: CodeStatus
  limit: number
  offset: number
}

/** Newest first: ids sort by their creation. */
export const list = prepare<Page, ListedCode>((db, value) =>
  db
    .selectFrom('codes')
    .select(listColumns)
    .where('organization_id', '=', value('organizationId'))
    .where('status', '=', value('status'))
    .orderBy('id', 'desc')
    .limit(value('limit'))
    .offset(value('offset')),
)

export type Sort = 'newest' | 'oldest' | 'name' | 'changed' | 'scans'

/** Equal ones come newest first, so that no page shows one twice. */
const orders: Record<Sort, (engine: Engine) => RawBuilder<unknown>> = {
  newest: () => sql`id desc`,
  oldest: () => sql`id`,
  // PostgreSQL would go by the locale of the database, of which there are many.
  name: (engine) =>
    engine === 'postgres' ? sql`name_folded collate "C", id desc` : sql`name_folded, id desc`,
  changed: () => sql`updated_at desc, id desc`,
  scans: () => sql`scans_total desc, id desc`,
}

const matching = (db: Db, { organizationId, status }: Page, nameContains: string | null) => {
  const codes = db
    .selectFrom('codes')
    .where('organization_id', '=', organizationId)
    .where('status', '=', status)
  if (nameContains === null) return codes
  const pattern = `%${escapeLike(nameContains)}%`
  // SQLite has no escape character unless one is named.
  return codes.where(sql<boolean>`name_folded like ${pattern} escape '\\'`)
}

/** In any order, and of those alone whose name contains a text, where one is given. */
export const listSorted = async (
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  page: Page,
  sort: Sort,
  nameContains: string | null,
): Promise<ListedCode[]> =>
  await matching(db, page, nameContains)
    .select(listColumns)
    .orderBy(orders[sort](engine))
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/** Row by row. */
export const countMatching = async (db: Db, page: Page, nameContains: string): Promise<number> => {
  const { total } = await matching(db, page, nameContains)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Those among them that are within reach, held until the end of the transaction. */
export const holdMany = async (
  db: Db,
  reachable: ReachableIds,
  idsOrShortIds: string[],
): Promise<Pick<CodeRow, 'id' | 'organization_id' | 'short_id' | 'status'>[]> =>
  await db
    .selectFrom('codes')
    .select(['id', 'organization_id', 'short_id', 'status'])
    .where('organization_id', 'in', reachable)
    .where((row) =>
      row.or([
        row('id', 'in', idsOrShortIds),
        row(
          'short_id',
          'in',
          idsOrShortIds.map((one) => one.toLowerCase()),
        ),
      ]),
    )
    // In id order, so that two requests cannot wait for each other.
    .orderBy('id')
    .forUpdate()
    .execute()

export const setStatus = async (
  db: Db,
  organizationId: string,
  ids: string[],
  status: CodeStatus,
  now: number,
) => {
  await db
    .updateTable('codes')
    .set({ status, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
