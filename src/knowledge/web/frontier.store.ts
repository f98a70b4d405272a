import { newId, sha256Hex } from '../../kit/ids.ts'
import type { Db } from '../../storage/database.ts'
import { blankDocument, type DocumentRow } from '../processing/documents.store.ts'

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

/** The hashes of addresses that this visit knows already. */
const knownOf = async (db: Db, sourceId: string, round: number, hashes: string[]) => {
  const rows = await db
    .selectFrom('knowledge_documents')
    .select('url_hash')
    .where('source_id', '=', sourceId)
    .where('round', '=', round)
    .where('url_hash', 'in', hashes)
    .execute()
  return new Set(rows.map(({ url_hash }) => url_hash))
}

/** Adds pages to this visit, at most `most` of them. Returns whether all had room. */
export const addPages = async (
  db: Db,
  place: { sourceId: string; round: number; depth: number; now: number },
  urls: string[],
  most: number,
): Promise<boolean> => {
  if (urls.length === 0) return true
  const { sourceId, round, depth, now } = place
  const hashed = urls.map((url) => ({ url, hash: sha256Hex(url) }))
  const known = await knownOf(
    db,
    sourceId,
    round,
    hashed.map(({ hash }) => hash),
  )
  const fresh = hashed.filter(({ hash }) => !known.has(hash))
  for (const { url, hash } of fresh.slice(0, most)) {
    await db
      .insertInto('knowledge_documents')
      .values({
        ...blankDocument,
        id: newId('doc', now),
        source_id: sourceId,
        url,
        url_hash: hash,
        depth,
        round,
        fetched_round: 0,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['source_id', 'url_hash'])
          .where('url_hash', 'is not', null)
          .doUpdateSet({ round, depth }),
      )
      .execute()
  }
  return fresh.length <= most
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
