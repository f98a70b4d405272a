import { sql } from 'kysely'
import type { Change } from '../../platform/context.ts'
import type { Transaction } from '../../platform/store/database.ts'
import type { JobKind } from '../../platform/store/tables.ts'
import { addJob, endParkedJob } from '../jobs/jobs.ts'
import { type SourceRow, updateSourceRow } from './sources.store.ts'

/** The number of rows that a request deletes itself; a job deletes the rest. */
const deletedAtOnce = 1000

type SourceJob = Extract<JobKind, `${string}_knowledge`>

/** Adds a job in the transaction of its cause. `userId` is null when no user caused it. */
export const addSourceJob = async (
  change: Change<unknown>,
  kind: SourceJob,
  source: SourceRow,
  userId: string | null,
) => {
  await addJob(change, {
    kind,
    organizationId: source.organization_id,
    subjectId: source.id,
    subjectName: source.title,
    userId,
    total: null,
  })
}

/** Codes use the former passages until the job has read the source. */
export const readSourceAgain = async (change: Change, source: SourceRow) => {
  await updateSourceRow(change.db, source.id, {
    status: 'processing',
    reason: null,
    progress_done: 0,
    progress_total: null,
    updated_at: change.now(),
  })
  await addSourceJob(change, 'process_knowledge', source, change.actor.userId)
}

/** Deletes everything that belongs to a deleted source: a small source now, a large one in steps. */
export const deleteSourceData = async (change: Change, source: SourceRow) => {
  await endParkedJob(change, 'process_knowledge', source.id)
  await endParkedJob(change, 'embed_knowledge', source.id)
  const { isDone } = await deleteRelatedRows(change, source.id, deletedAtOnce)
  if (!isDone) await addSourceJob(change, 'delete_knowledge', source, change.actor.userId)
}

/** The tables of a source, with the column that identifies a row of the source. */
const relatedTables = [
  { table: 'knowledge_chunks', column: 'position' },
  { table: 'knowledge_vectors', column: 'passage_id' },
  { table: 'knowledge_passages', column: 'id' },
  { table: 'knowledge_documents', column: 'id' },
]

/** A chunk is as large as hundreds of other rows. */
const chunksAtOnce = 50

/** Deletes the data of a source, at most `maxRows` rows. Returns whether no row is left. */
export const deleteRelatedRows = async (
  { db }: Pick<Transaction, 'db'>,
  sourceId: string,
  maxRows: number,
) => {
  let rows = 0
  for (const { table, column } of relatedTables) {
    const [from, key] = [sql.table(table), sql.ref(column)]
    for (;;) {
      const limit = Math.min(maxRows - rows, table === 'knowledge_chunks' ? chunksAtOnce : maxRows)
      const { numAffectedRows } = await sql`
        delete from ${from} where source_id = ${sourceId} and ${key} in (
          select ${key} from ${from} where source_id = ${sourceId} limit ${limit}
        )
      `.execute(db)
      const deleted = Number(numAffectedRows ?? 0)
      rows += deleted
      if (rows >= maxRows) return { rows, isDone: false }
      if (deleted === 0) break
    }
  }
  return { rows, isDone: true }
}

const sourcesAtOnce = 50

/** Deletes sources of a deleted organization. Fewer than `maxRows` rows mean that no source is left. */
export const deleteSourcesOfOrganization = async (
  { db }: Pick<Transaction, 'db'>,
  organizationId: string,
  maxRows: number,
): Promise<number> => {
  const some = await db
    .selectFrom('knowledge_sources')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(sourcesAtOnce)
    .forUpdate()
    .execute()
  let rows = 0
  for (const { id } of some) {
    const progress = await deleteRelatedRows({ db }, id, maxRows - rows)
    rows += progress.rows
    if (!progress.isDone) return maxRows
    await db.deleteFrom('knowledge_sources').where('id', '=', id).execute()
    rows += 1
    if (rows >= maxRows) return maxRows
  }
  return some.length < sourcesAtOnce ? rows : maxRows
}
