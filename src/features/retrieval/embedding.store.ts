import { sql } from 'kysely'
import { prepareBulkInsert } from '../../platform/store/bulk.ts'
import type { Db, Transaction } from '../../platform/store/database.ts'
import { allPages } from '../../platform/store/keyset.ts'
import type { Tables } from '../../platform/store/tables.ts'
import type { SourceRow } from '../knowledge/sources.store.ts'

type VectorRow = Tables['knowledge_vectors']

const insertRows = prepareBulkInsert<VectorRow>(
  'knowledge_vectors',
  { passage_id: 'text', source_id: 'text', model: 'text', vector: 'bytea' },
  'on conflict (passage_id) do update set model = excluded.model, vector = excluded.vector',
)

/** A passage that is gone meanwhile gets no vector, which would never be deleted. */
export const putVectors = async (
  { db, engine }: Pick<Transaction, 'db' | 'engine'>,
  rows: VectorRow[],
) => {
  if (rows.length === 0) return
  const ids = rows.map(({ passage_id }) => passage_id)
  const left = await db
    .selectFrom('knowledge_passages')
    .select('id')
    .where('id', 'in', ids)
    .execute()
  const known = new Set(left.map(({ id }) => id))
  await insertRows(
    db,
    engine,
    rows.filter(({ passage_id }) => known.has(passage_id)),
  )
}

/** Passages without a vector of this model. */
export const withoutVector = async (db: Db, sourceId: string, model: string, limit: number) =>
  await db
    .selectFrom('knowledge_passages as passage')
    .leftJoin('knowledge_vectors as vector', (on) =>
      on.onRef('vector.passage_id', '=', 'passage.id').on('vector.model', '=', model),
    )
    .select(['passage.id', 'passage.headings', 'passage.text'])
    .where('passage.source_id', '=', sourceId)
    .where('vector.passage_id', 'is', null)
    .orderBy('passage.id')
    .limit(limit)
    .execute()

/** The passages that the model gave no vector. */
export const countEmpty = async (db: Db, sourceId: string, model: string): Promise<number> => {
  const { total } = await db
    .selectFrom('knowledge_vectors')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('source_id', '=', sourceId)
    .where('model', '=', model)
    .where(sql<number>`length(vector)`, '=', 0)
    .executeTakeFirstOrThrow()
  return Number(total)
}

const sourcesAtOnce = 100

/** Sources of all organizations that have passages, in the order of their ids. */
export const sourcePages = (db: Db) =>
  allPages<SourceRow>(sourcesAtOnce, (last) =>
    db
      .selectFrom('knowledge_sources')
      .selectAll()
      .where('id', '>', last?.id ?? '')
      .where('passages', '>', 0)
      .orderBy('id')
      .limit(sourcesAtOnce)
      .execute(),
  )
