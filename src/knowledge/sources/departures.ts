import { countDeleted, type Db, type Transaction } from '../../storage/database.ts'

/** Deletes at most `most` rows of a source that is gone. Fewer mean that nothing is left. */
type Deletion = (db: Db, sourceId: string, most: number) => Promise<number>

const chunks: Deletion = (db, sourceId, most) => {
  const some = db
    .selectFrom('knowledge_chunks')
    .select('position')
    .where('source_id', '=', sourceId)
    // A chunk is as large as hundreds of other rows.
    .limit(Math.max(1, Math.min(most, 50)))
  return countDeleted(
    db
      .deleteFrom('knowledge_chunks')
      .where('source_id', '=', sourceId)
      .where('position', 'in', some),
  )
}

const vectors: Deletion = (db, sourceId, most) => {
  const some = db
    .selectFrom('knowledge_vectors')
    .select('passage_id')
    .where('source_id', '=', sourceId)
    .limit(most)
  return countDeleted(db.deleteFrom('knowledge_vectors').where('passage_id', 'in', some))
}

const passages: Deletion = (db, sourceId, most) => {
  const some = db
    .selectFrom('knowledge_passages')
    .select('id')
    .where('source_id', '=', sourceId)
    .limit(most)
  return countDeleted(db.deleteFrom('knowledge_passages').where('id', 'in', some))
}

const documents: Deletion = (db, sourceId, most) => {
  const some = db
    .selectFrom('knowledge_documents')
    .select('id')
    .where('source_id', '=', sourceId)
    .limit(most)
  return countDeleted(db.deleteFrom('knowledge_documents').where('id', 'in', some))
}

/** Everything that belongs to a source. Returns whether nothing is left. */
export const deleteBelongings = async (tx: Transaction, sourceId: string, most: number) => {
  let rows = 0
  for (const deletion of [chunks, vectors, passages, documents]) {
    for (;;) {
      const deleted = await deletion(tx.db, sourceId, most - rows)
      rows += deleted
      if (rows >= most) return { rows, isDone: false }
      if (deleted === 0) break
    }
  }
  return { rows, isDone: true }
}

const sourcesAtOnce = 50

/** Deletes sources of a deleted organization. Fewer than `most` rows mean that none is left. */
export const deleteOfOrganization = async (
  tx: Transaction,
  organizationId: string,
  most: number,
): Promise<number> => {
  const some = await tx.db
    .selectFrom('knowledge_sources')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(sourcesAtOnce)
    .forUpdate()
    .execute()
  let rows = 0
  for (const { id } of some) {
    const progress = await deleteBelongings(tx, id, most - rows)
    rows += progress.rows
    if (!progress.isDone) return most
    await tx.db.deleteFrom('knowledge_sources').where('id', '=', id).execute()
    rows += 1
    if (rows >= most) return most
  }
  return some.length < sourcesAtOnce ? rows : most
}
