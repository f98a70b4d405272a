import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import type { Plan } from '../../platform/store/tables.ts'

export interface PlannedOrganization {
  id: string
  plan: Plan
  /** The time when the organization got this plan. */
  plan_since: number
}

const organizations = (db: Db) =>
  db
    .selectFrom('organizations')
    .leftJoin('subscriptions', 'subscriptions.organization_id', 'organizations.id')
    .select([
      'organizations.id',
      'organizations.plan',
      sql<number>`coalesce(subscriptions.plan_since, organizations.created_at)`.as('plan_since'),
    ])

const listAfter = async (db: Db, after: string, max: number): Promise<PlannedOrganization[]> =>
  await organizations(db)
    .where('organizations.id', '>', after)
    .orderBy('organizations.id')
    .limit(max)
    .execute()

/** Skips organizations that have been deleted since. */
export const organizationsById = async (db: Db, ids: string[]): Promise<PlannedOrganization[]> =>
  ids.length === 0 ? [] : await organizations(db).where('organizations.id', 'in', ids).execute()

const pageSize = 25

/** Iterates over all organizations in small batches, so that each query is short. */
export async function* allOrganizations(db: Db): AsyncGenerator<PlannedOrganization[]> {
  let after = ''
  for (;;) {
    const some = await listAfter(db, after, pageSize)
    if (some.length > 0) yield some
    const last = some.at(-1)
    if (!last || some.length < pageSize) return
    after = last.id
    // SQLite is synchronous, so give other requests a turn.
    await nextTurn()
  }
}

/** All counts of an organization, in one query. */
export const countsOf = async (db: Db, organizationId: string) =>
  await db
    .selectFrom('organizations')
    .select(['plan', 'codes_active', 'members_count'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
