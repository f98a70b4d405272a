import { countDeleted, type Db } from '../store/database.ts'
import { countUpTo } from '../store/keyset.ts'
import type { JobKind, Tables } from '../store/tables.ts'

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
  'crashes',
  'last_error',
  'created_at',
  'started_at',
  'finished_at',
] as const satisfies (keyof JobRow)[]

export const insert = async (db: Db, row: JobRow) => {
  await db.insertInto('jobs').values(row).execute()
}

/** The unfinished job about a subject, locked until the end of the transaction. */
export const lockUnfinished = async (db: Db, kind: JobKind, subjectId: string) =>
  await db
    .selectFrom('jobs')
    .select(columns)
    .where('subject_id', '=', subjectId)
    .where('kind', '=', kind)
    .where('due_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

const update = async (db: Db, id: string, changes: Partial<JobRow>) => {
  await db.updateTable('jobs').set(changes).where('id', '=', id).execute()
}

/** A job that nothing has happened to yet. */
const fresh = { status: 'waiting', claim: null, attempts: 0, crashes: 0, last_error: null } as const

/**
 * Starts the job again, because its progress is out of date. A step that runs meanwhile loses its
 * claim, so that it cannot finish the job with what it read before.
 */
export const restart = (
  db: Db,
  id: string,
  restarted: Pick<JobRow, 'organization_id' | 'rows_total' | 'due_at'>,
) => update(db, id, { ...fresh, state: '{}', rows_done: 0, ...restarted })

/** The jobs among which a runner chooses. */
export interface JobChoice {
  kinds: readonly JobKind[]
  /** The organization that had the last turn. */
  after: string
  /** Organizations whose turn has not ended. */
  busy: string[]
  /** Whether a job may be chosen during which a process ended unexpectedly. */
  withSuspects: boolean
}

/**
 * The next due job, locked until the end of the transaction. Organizations take turns in the order
 * of their ids, so that many jobs of one do not delay those of another.
 */
export const lockDue = async (
  db: Db,
  { kinds, after, busy, withSuspects }: JobChoice,
  now: number,
): Promise<JobRow | undefined> => {
  let due = db
    .selectFrom('jobs')
    .select(columns)
    .where('due_at', '<=', now)
    .where('kind', 'in', kinds)
    .orderBy('organization_id')
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  if (busy.length > 0) due = due.where('organization_id', 'not in', busy)
  if (!withSuspects) due = due.where('crashes', '=', 0).where('claim', 'is', null)
  const next = await due.where('organization_id', '>', after).executeTakeFirst()
  return next ?? (await due.where('organization_id', '<=', after).executeTakeFirst())
}

/** Ends the leases of all claims: their process is known to be dead. */
export const endLeases = async (db: Db, kinds: readonly JobKind[], now: number) => {
  await db
    .updateTable('jobs')
    .set({ due_at: now })
    .where('due_at', 'is not', null)
    .where('claim', 'is not', null)
    .where('kind', 'in', kinds)
    .execute()
}

interface Lease {
  claim: string
  now: number
  until: number
  crashes: number
}

export const claim = async (db: Db, id: string, { claim, now, until, crashes }: Lease) =>
  await db
    .updateTable('jobs')
    .set((row) => ({
      claim,
      crashes,
      due_at: until,
      status: 'running',
      started_at: row.fn.coalesce('started_at', row.val(now)),
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

/** The current row, locked until the end of the transaction; undefined when the claim was lost. */
export const lockClaimed = async (db: Db, id: string, claim: string): Promise<JobRow | undefined> =>
  await db
    .selectFrom('jobs')
    .select(columns)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .forUpdate()
    .executeTakeFirst()

export const saveStep = (
  db: Db,
  id: string,
  step: Pick<JobRow, 'state' | 'rows_done' | 'due_at'>,
) => update(db, id, { ...step, attempts: 0, crashes: 0, last_error: null })

export const finish = (
  db: Db,
  id: string,
  finished: Pick<JobRow, 'status' | 'rows_done' | 'finished_at'> &
    Partial<Pick<JobRow, 'last_error'>>,
) => update(db, id, { last_error: null, ...finished, due_at: null, claim: null })

/** Extends the lease during a long step. */
export const renew = (db: Db, id: string, until: number) => update(db, id, { due_at: until })

/** Returns the job to the queue, for this or another process, unless the claim was lost. */
export const release = async (
  db: Db,
  id: string,
  claim: string,
  released: Pick<JobRow, 'due_at'> & Partial<Pick<JobRow, 'attempts' | 'crashes' | 'last_error'>>,
) => {
  await db
    .updateTable('jobs')
    .set({ ...released, claim: null, status: 'waiting' })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
}

/** Later than every date: a parked job is unfinished, and never due. */
const never = Number.MAX_SAFE_INTEGER

export const park = (db: Db, id: string, last_error: string) =>
  update(db, id, { status: 'parked', claim: null, due_at: never, last_error })

/** Lets a job continue where it was parked. */
export const resume = (db: Db, id: string, due_at: number) => update(db, id, { ...fresh, due_at })

/** The process whose lease expired is alive: it was slow, or cut off from the database. */
export const uncountCrash = async (db: Db, id: string) => {
  await db
    .updateTable('jobs')
    .set((row) => ({ crashes: row('crashes', '-', 1) }))
    .where('id', '=', id)
    .where('status', '<>', 'parked')
    .where('crashes', '>', 0)
    .execute()
}

/** Deletes the parked jobs of a deleted organization whose subjects are deleted with it. */
export const deleteParked = (db: Db, organizationId: string, kinds: readonly JobKind[]) =>
  countDeleted(
    db
      .deleteFrom('jobs')
      .where('organization_id', '=', organizationId)
      .where('status', '=', 'parked')
      .where('kind', 'in', kinds),
  )

/** The first time at which a job is due; `after` leaves out those that are due until then. */
export const nextDueAt = async (
  db: Db,
  kinds: readonly JobKind[],
  after: number | null = null,
): Promise<number | null> => {
  let due = db.selectFrom('jobs').select('due_at').where('kind', 'in', kinds)
  due = after === null ? due.where('due_at', 'is not', null) : due.where('due_at', '>', after)
  return (await due.orderBy('due_at').limit(1).executeTakeFirst())?.due_at ?? null
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

export const lock = async (db: Db, id: string): Promise<JobRow | undefined> =>
  await db.selectFrom('jobs').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
