import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { codesInDeletion } from '../codes/stays.store.ts'

/**
 * The scope of the sums of a code or an organization, and those to subtract, because their code is
 * being deleted.
 */
export interface Scope {
  id: string
  minus: string[]
}

export const scopeOfOrganization = async (db: Db, organizationId: string): Promise<Scope> => {
  const deleted = await codesInDeletion(db, organizationId)
  return { id: organizationId, minus: deleted.map(({ scope_id }) => scope_id) }
}

export const isIn = ({ id, minus }: Scope) => [id, ...minus]

/** The columns that are added up. */
export const counted = ['scans', 'scans_with_conversation', 'conversations', 'messages'] as const
type Counted = (typeof counted)[number]

/** A column of the sums, with the sign of its scope. */
export const signed = ({ minus }: Scope, column: Counted) =>
  minus.length === 0
    ? sql<number>`sum(${sql.ref(column)})`
    : sql<number>`sum(case when scope_id in (${sql.join(minus)}) then -${sql.ref(column)} else ${sql.ref(column)} end)`
