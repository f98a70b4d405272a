import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'

/**
 * The scopes whose sums belong to a code or an organization: those to add, and those to subtract
 * because their code has left.
 */
export interface Scope {
  plus: string[]
  minus: string[]
}

export const scopeOfOrganization = async (db: Db, organizationId: string): Promise<Scope> => {
  const transfers = await db
    .selectFrom('sum_transfers')
    .select(['scope_id', 'from_organization_id', 'to_organization_id'])
    .where((row) =>
      row.or([
        row('from_organization_id', '=', organizationId),
        row('to_organization_id', '=', organizationId),
      ]),
    )
    .execute()
  const scope: Scope = { plus: [organizationId], minus: [] }
  for (const { scope_id, from_organization_id, to_organization_id } of transfers) {
    // The code was moved away and back.
    if (from_organization_id === to_organization_id) continue
    if (from_organization_id === organizationId) scope.minus.push(scope_id)
    else scope.plus.push(scope_id)
  }
  return scope
}

export const scopeOfCode = async (db: Db, codeId: string): Promise<Scope> => {
  const code = await db
    .selectFrom('codes')
    .select('scope_id')
    .where('id', '=', codeId)
    .executeTakeFirst()
  const transfers = await db
    .selectFrom('sum_transfers')
    .select('scope_id')
    .where('code_id', '=', codeId)
    .execute()
  const left = transfers.map(({ scope_id }) => scope_id)
  return { plus: [code?.scope_id ?? codeId, ...left], minus: [] }
}

export const isIn = ({ plus, minus }: Scope) => [...plus, ...minus]

/** The columns that are added up. */
export const counted = ['scans', 'scans_with_conversation', 'conversations', 'messages'] as const
type Counted = (typeof counted)[number]

/** A column of the sums, with the sign of its scope. */
export const signed = ({ minus }: Scope, column: Counted) =>
  minus.length === 0
    ? sql<number>`sum(${sql.ref(column)})`
    : sql<number>`sum(case when scope_id in (${sql.join(minus)}) then -${sql.ref(column)} else ${sql.ref(column)} end)`
