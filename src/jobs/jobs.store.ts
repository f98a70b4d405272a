import { countUpTo } from '../storage/count-up-to.ts'
import type { Db } from '../storage/database.ts'
import { type JobKind, jobKinds, type Tables } from '../storage/tables.ts'

export type JobRow = Tables['jobs']

const columns = [
  'id',
  'kind',
  'organization_id',
  'subject_id',
  'subject_name',
  'user_id',
  'status',
  'state',
  'rows_done',
  'rows_total',
  'due_at',
  'claim',
  'attempts',
  'last_error',
  'created_at',
  'started_at',
  'finished_at',
] as const satisfies (keyof JobRow)[]

export const insert = async (db: Db, row: JobRow) => {
  await db.insertInto('jobs').values(row).execute()
}

/** The unfinished job about a subject, locked until the end of the transaction. */
export const holdUnfinished = async (db: Db, kind: JobKind, subjectId: string) =>
  await db
    .selectFrom('jobs')
    .select(columns)
    .where('subject_id', '=', subjectId)
    .where('kind', '=', kind)
    .where('due_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

/**
 * Starts the job again, because its progress is out of date. A step that runs meanwhile loses its
 * claim, so that it cannot finish the job with what it read before.
 */
export const restart = async (
  db: Db,
  id: string,
  restarted: Pick<JobRow, 'organization_id' | 'rows_total' | 'due_at'>,
) => {
  await db
    .updateTable('jobs')
    .set({ state: '{}', rows_done: 0, claim: null, ...restarted })
    .where('id', '=', id)
    .execute()
}

interface Lease {
  claim: string
  now: number
  until: number
}

/** Claims the job that has waited longest. Other processes claim other jobs meanwhile. */
export const claimDue = async (
  db: Db,
  { claim, now, until }: Lease,
  kinds: readonly JobKind[] = jobKinds,
): Promise<JobRow | undefined> => {
  const due = await db
    .selectFrom('jobs')
    .select('id')
    .where('due_at', '<=', now)
    .where('kind', 'in', kinds)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!due) return undefined
  return await db
    .updateTable('jobs')
    .set((row) => ({
      claim,
      due_at: until,
      status: 'running',
      started_at: row.fn.coalesce('started_at', row.val(now)),
    }))
    .where('id', '=', due.id)
    .returning(columns)
    .executeTakeFirst()
}

/** The current row, locked until the end of the transaction; undefined when the claim was lost. */
export const holdClaimed = async (db: Db, id: string, claim: string): Promise<JobRow | undefined> =>
  await db
    .selectFrom('jobs')
    .select(columns)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .forUpdate()
    .executeTakeFirst()

export const saveStep = async (
  db: Db,
  id: string,
  step: Pick<JobRow, 'state' | 'rows_done' | 'due_at'>,
) => {
  await db
    .updateTable('jobs')
    .set({ ...step, attempts: 0, last_error: null })
    .where('id', '=', id)
    .execute()
}

export const finish = async (
  db: Db,
  id: string,
  { status, rows_done, now }: Pick<JobRow, 'status' | 'rows_done'> & { now: number },
) => {
  await db
    .updateTable('jobs')
    .set({
      status,
      rows_done,
      due_at: null,
      claim: null,
      last_error: null,
      finished_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Keeps the claim during a long step. */
export const renew = async (db: Db, id: string, claim: string, until: number) => {
  await db
    .updateTable('jobs')
    .set({ due_at: until })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
}

/** Returns the job to the queue, for this or another process. */
export const release = async (db: Db, id: string, claim: string, due_at: number) => {
  await db
    .updateTable('jobs')
    .set({ claim: null, due_at, status: 'waiting' })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
}

export const postpone = async (
  db: Db,
  id: string,
  claim: string,
  { due_at, last_error }: { due_at: number; last_error: string },
) => {
  await db
    .updateTable('jobs')
    .set((row) => ({
      claim: null,
      due_at,
      status: 'waiting',
      last_error,
      attempts: row('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
}

/** At the start on SQLite: no other process can be running a job. */
export const releaseAll = async (db: Db, now: number, kinds: readonly JobKind[]) => {
  await db
    .updateTable('jobs')
    .set({ claim: null, due_at: now, status: 'waiting' })
    .where('due_at', 'is not', null)
    .where('claim', 'is not', null)
    .where('kind', 'in', kinds)
    .execute()
}

export const nextDueAt = async (db: Db, kinds: readonly JobKind[]): Promise<number | null> => {
  const row = await db
    .selectFrom('jobs')
    .select('due_at')
    .where('due_at', 'is not', null)
    .where('kind', 'in', kinds)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}

export const countOpen = (db: Db): Promise<number> =>
  countUpTo(db, db.selectFrom('jobs').select('id').where('due_at', 'is not', null))

/** Newest first. */
export const list = async (
  db: Db,
  { organizationId, isOpen }: { organizationId: string | null; isOpen: boolean | null },
  { after, limit, offset }: { after: string | null; limit: number; offset: number },
): Promise<JobRow[]> => {
  let jobs = db.selectFrom('jobs').select(columns)
  if (organizationId !== null) jobs = jobs.where('organization_id', '=', organizationId)
  if (isOpen !== null) jobs = jobs.where('due_at', isOpen ? 'is not' : 'is', null)
  if (after !== null) jobs = jobs.where('id', '<', after)
  return await jobs.orderBy('id', 'desc').limit(limit).offset(offset).execute()
}

export const count = async (db: Db, organizationId: string, isOpen: boolean | null) => {
  const jobs = db.selectFrom('jobs').select('id').where('organization_id', '=', organizationId)
  const isDue = isOpen ? 'is not' : 'is'
  return await countUpTo(db, isOpen === null ? jobs : jobs.where('due_at', isDue, null))
}

export const find = async (db: Db, id: string): Promise<JobRow | undefined> =>
  await db.selectFrom('jobs').select(columns).where('id', '=', id).executeTakeFirst()

export const hold = async (db: Db, id: string): Promise<JobRow | undefined> =>
  await db.selectFrom('jobs').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
