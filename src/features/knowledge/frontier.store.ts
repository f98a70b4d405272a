import { newId } from '../../platform/kit/ids.ts'
import { prepareBulkInsert } from '../../platform/store/bulk.ts'
import type { Db, Engine } from '../../platform/store/database.ts'
import type { HashedAddress } from '../reading/robots.rules.ts'
import { blankDocument, type DocumentRow } from './documents.store.ts'

/** The number of the next visit: higher than that of every page. */
export const nextRound = async (db: Db, sourceId: string): Promise<number> => {
  const row = await db
    .selectFrom('knowledge_documents')
    .select((one) => one.fn.max<number | null>('round').as('round'))
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  return Number(row?.round ?? 0) + 1
}

/** The next page to read: those near the start come first. */
export const nextPage = async (
  db: Db,
  sourceId: string,
  round: number,
): Promise<DocumentRow | undefined> =>
  await db
    .selectFrom('knowledge_documents')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('round', '=', round)
    .where('fetched_round', '<', round)
    .orderBy('depth')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** How many pages this visit knows, and how many of them it has read. */
export const counts = async (db: Db, sourceId: string, round: number) => {
  const row = await db
    .selectFrom('knowledge_documents')
    .select((one) => [
      one.fn.countAll<number>().as('known'),
      one.fn
        .sum<number | null>(one.case().when('fetched_round', '=', round).then(1).else(0).end())
        .as('read'),
    ])
    .where('source_id', '=', sourceId)
    .where('round', '=', round)
    .executeTakeFirstOrThrow()
  return { known: Number(row.known), read: Number(row.read ?? 0) }
}

/** The addresses that this visit does not know yet. */
export const unknownOf = async (
  db: Db,
  sourceId: string,
  round: number,
  addresses: HashedAddress[],
): Promise<HashedAddress[]> => {
  if (addresses.length === 0) return []
  const rows = await db
    .selectFrom('knowledge_documents')
    .select('url_hash')
    .where('source_id', '=', sourceId)
    .where('round', '=', round)
    .execute()
  const known = new Set(rows.map(({ url_hash }) => url_hash))
  return addresses.filter(({ hash }) => !known.has(hash))
}

const insertRows = prepareBulkInsert<DocumentRow>(
  'knowledge_documents',
  {
    id: 'text',
    source_id: 'text',
    url: 'text',
    url_hash: 'text',
    title: 'text',
    depth: 'bigint',
    round: 'bigint',
    fetched_round: 'bigint',
    is_live: 'bigint',
    hash: 'text',
    etag: 'text',
    links: 'text',
    pages: 'bigint',
    passages: 'bigint',
    tokens: 'bigint',
  },
  `on conflict (source_id, url_hash) where url_hash is not null
    do update set round = excluded.round, depth = excluded.depth`,
)

/** Adds pages to this visit. A page of an earlier visit keeps its passages. */
export const addPages = async (
  { db, engine }: { db: Db; engine: Engine },
  place: { sourceId: string; round: number; depth: number; now: number },
  addresses: HashedAddress[],
) => {
  const { sourceId, round, depth, now } = place
  const rows = addresses.map(({ url, hash }) => ({
    ...blankDocument,
    id: newId('doc', now),
    source_id: sourceId,
    url,
    url_hash: hash,
    depth,
    round,
    fetched_round: 0,
  }))
  await insertRows(db, engine, rows)
}

/** Pages to which no link leads any more. Their passages are deleted afterwards. */
export const dropUnlinked = async (db: Db, sourceId: string, round: number) => {
  await db
    .updateTable('knowledge_documents')
    .set({ is_live: 0, url_hash: null })
    .where('source_id', '=', sourceId)
    .where('round', '<', round)
    .execute()
}
