import {
  type Audit,
  type Change,
  changeContext,
  newAudit,
  type Service,
  type Subject,
} from './context.ts'
import { newId } from './kit/ids.ts'
import { createYield } from './kit/yield-to-loop.ts'
import { prepareBulkInsert } from './store/bulk.ts'
import type { Transaction } from './store/database.ts'
import type { AuditVia } from './store/tables.codes.ts'
import type { Tables } from './store/tables.ts'

/** Who makes a change, and by which means. */
export interface Cause {
  action: string
  via: AuditVia
  userId: string | null
  email: string | null
  keyId?: string | null
  keyName?: string | null
  browser?: string | null
  country?: string | null
  /** Used unless the rules note the fields that differ. */
  fields?: string[]
  /** The subject in an organization for which the rules note none; by default the organization. */
  subjectIn?: (organizationId: string) => Subject
}

/** Called after the work, because some changes find their user by it. */
type CauseOf<T> = (result: T) => Cause

type Work<Caller, T> = (change: Change<Caller>) => Promise<T>

/**
 * Runs `work` in a transaction, which also writes the audit log: an entry for everything that the
 * rules note.
 */
export const runChange = <Caller, T>(
  service: Service,
  actor: Caller,
  cause: CauseOf<T>,
  work: Work<Caller, T>,
): Promise<T> => service.database.transaction((tx) => runChangeIn(service, tx, actor, cause, work))

/** The same in an open transaction, for a caller that writes more in it. */
export const runChangeIn = async <Caller, T>(
  service: Service,
  tx: Transaction,
  actor: Caller,
  cause: CauseOf<T>,
  work: Work<Caller, T>,
): Promise<T> => {
  const audit = newAudit()
  const result = await work(changeContext(service, tx, actor, audit))
  if (audit.subjects.size > 0) {
    await writeEntries(tx, cause(result), audit, service.clock.now())
  }
  return result
}

/** Runs a change that no owner makes, but a visitor or the service itself: it has no audit entry. */
export const runUnaudited = <T>(
  service: Service,
  work: (change: Change<null>) => Promise<T>,
): Promise<T> => service.database.transaction((tx) => work(changeContext(service, tx, null)))

/** For the `qpr` command. `user` is null when the command acts on behalf of no user. */
export const byCommand =
  (action: string, user: { userId: string; email: string } | null) => (): Cause => ({
    action,
    via: 'command',
    userId: user?.userId ?? null,
    email: user?.email ?? null,
  })

/** A change that the service makes by itself. */
interface OwnChange {
  action: string
  organizationId: string
  subject?: Subject
  /** The user who caused it, if one did. */
  user?: { id: string; email: string }
  fields: string[]
}

/** Writes the entry of a change that the service makes by itself, at once. */
export const auditOwnChange = async (
  change: Pick<Change, 'db' | 'engine' | 'now'>,
  { action, organizationId, subject, user, fields }: OwnChange,
) => {
  const cause: Cause = {
    action,
    via: 'service',
    userId: user?.id ?? null,
    email: user?.email || null,
    fields,
  }
  const audit = newAudit()
  audit.subjects.set(organizationId, subject ? [subject] : [])
  await writeEntries(change, cause, audit, change.now())
}

/** A row of the audit log. */
export type EntryRow = Tables['audit_entries']

const entryTypes: Record<keyof EntryRow, 'text' | 'bigint'> = {
  id: 'text',
  organization_id: 'text',
  action: 'text',
  target_id: 'text',
  target_name: 'text',
  fields: 'text',
  via: 'text',
  user_id: 'text',
  email: 'text',
  key_id: 'text',
  key_name: 'text',
  browser: 'text',
  country: 'text',
  created_at: 'bigint',
}

export const entryColumns = Object.keys(entryTypes) as (keyof EntryRow)[]

const insertEntries = prepareBulkInsert<EntryRow>('audit_entries', entryTypes)

const rowsAtOnce = 100

const writeEntries = async (
  { db, engine }: Pick<Transaction, 'db' | 'engine'>,
  cause: Cause,
  audit: Audit,
  now: number,
) => {
  const rows = entriesOf(cause, audit, now)
  const yieldToLoop = createYield()
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await yieldToLoop()
    await insertEntries(db, engine, rows.slice(at, at + rowsAtOnce))
  }
}

const entriesOf = (cause: Cause, audit: Audit, now: number): EntryRow[] => {
  const fields = JSON.stringify(audit.fields ?? cause.fields ?? [])
  const { subjectIn = (id: string): Subject => ({ id, name: null }) } = cause
  return [...audit.subjects].flatMap(([organizationId, noted]) =>
    (noted.length > 0 ? noted : [subjectIn(organizationId)]).map(({ id, name }) => ({
      id: newId('aud', now),
      organization_id: organizationId,
      action: cause.action,
      target_id: id,
      target_name: name,
      fields,
      via: cause.via,
      user_id: cause.userId,
      email: cause.email,
      key_id: cause.keyId ?? null,
      key_name: cause.keyName ?? null,
      browser: cause.browser ?? null,
      country: cause.country ?? null,
      created_at: now,
    })),
  )
}
