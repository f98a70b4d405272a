import { byEngine, type Db, type Transaction } from '../../platform/store/database.ts'
import { countUpTo } from '../../platform/store/keyset.ts'
import { prepare, type Value } from '../../platform/store/prepared.ts'
import type { Plan, Role, Tables } from '../../platform/store/tables.ts'

export type OrganizationRow = Tables['organizations']

const columns = [
  'organizations.id',
  'organizations.name',
  'organizations.slug',
  'organizations.plan',
  'organizations.metadata',
  'organizations.codes_active',
  'organizations.codes_archived',
  'organizations.members_count',
  'organizations.created_at',
] as const

const selectReachable = (column: 'organizations.id' | 'organizations.slug') =>
  prepare<{ userId: string; idOrSlug: string }, OrganizationRow & { role: Role }>((value, db) =>
    db
      .selectFrom('organizations')
      .innerJoin('members', 'members.organization_id', 'organizations.id')
      .select([...columns, 'members.role'])
      .where('members.user_id', '=', value('userId'))
      .where(column, '=', value('idOrSlug')),
  )
const selectReachableById = selectReachable('organizations.id')
const selectReachableBySlug = selectReachable('organizations.slug')

export const findReachable = async (db: Db, userId: string, idOrSlug: string) => {
  // Only ids contain an underscore.
  const select = idOrSlug.startsWith('org_') ? selectReachableById : selectReachableBySlug
  return (await select(db, { userId, idOrSlug }))[0]
}

/** Any organization, whose id is known from a row of the caller's. */
export const byId = async (db: Db, id: string): Promise<OrganizationRow> =>
  await db
    .selectFrom('organizations')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Finds any organization, for settings that name one. */
export const findId = async (db: Db, idOrSlug: string): Promise<string | undefined> => {
  const column = idOrSlug.startsWith('org_') ? 'id' : 'slug'
  const found = await db
    .selectFrom('organizations')
    .select('id')
    .where(column, '=', idOrSlug)
    .executeTakeFirst()
  return found?.id
}

export const reachableIds = (db: Db, userId: string, onlyOrganizationId: string | null) => {
  const ids = db
    .selectFrom('members')
    .select('members.organization_id')
    .where('members.user_id', '=', userId)
  return onlyOrganizationId === null
    ? ids
    : ids.where('members.organization_id', '=', onlyOrganizationId)
}

/** Oldest first: all, or those after a place. */
export const list = async (
  db: Db,
  reachable: ReturnType<typeof reachableIds>,
  part: { after: [string] | null; maximum: number } | null,
) => {
  const all = db
    .selectFrom('organizations')
    .select(columns)
    .where('organizations.id', 'in', reachable)
    .orderBy('organizations.id')
  if (!part) return await all.execute()
  const { after, maximum } = part
  return await (after ? all.where('organizations.id', '>', after[0]) : all).limit(maximum).execute()
}

export const countReachable = (db: Db, reachable: ReturnType<typeof reachableIds>) =>
  countUpTo(db, db.selectFrom('organizations').select('id').where('id', 'in', reachable))

export const listOfUser = async (db: Db, userId: string) =>
  await db
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .select(['organizations.name', 'members.role'])
    .where('members.user_id', '=', userId)
    .orderBy('organizations.id')
    .execute()

/** False when the slug is taken. */
export const insert = async (db: Db, row: OrganizationRow): Promise<boolean> => {
  const inserted = await db
    .insertInto('organizations')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const update = async (db: Db, { id, name, slug, metadata }: OrganizationRow) => {
  await db.updateTable('organizations').set({ name, slug, metadata }).where('id', '=', id).execute()
}

export const remove = async (db: Db, id: string) => {
  await db.deleteFrom('organizations').where('id', '=', id).execute()
}

/**
 * A change of owners locks the organization first. Otherwise two requests could each remove one of
 * the last two owners.
 */
export const lock = async (db: Db, id: string) =>
  await db
    .selectFrom('organizations')
    .select(['plan', 'members_count'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/**
 * The plans of all organizations that a user owns, locked, so that the user cannot gain another
 * meanwhile.
 */
export const lockOwned = async (db: Db, userId: string): Promise<Plan[]> => {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const rows = await ownedBy(db, userId)
  return rows.map(({ plan }) => plan)
}

export const ownedBy = async (db: Db, userId: string): Promise<{ plan: Plan }[]> =>
  await db
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .select('organizations.plan')
    .where('members.user_id', '=', userId)
    .where('members.role', '=', 'owner')
    .execute()

/** Unconfirmed accounts have no organization of their own, and end with this one. */
export const isDefaultOfSomeone = async (db: Db, id: string): Promise<boolean> => {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('default_organization_id', '=', id)
    .where('unconfirmed_since', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Locks the row, so that the count stays exact until the commit. */
export const countMembers = async (db: Db, id: string, change: 1 | -1) =>
  await db
    .updateTable('organizations')
    .set((row) => ({ members_count: row('members_count', '+', change) }))
    .where('id', '=', id)
    .returning(['plan', 'members_count'])
    .executeTakeFirst()

export type CodeCounts = { active: number; archived: number }

interface Counted {
  plan: Plan
  codes_active: number
}

const updateCodeCounts = (value: Value<CodeCounts & { id: string }>, db: Db) =>
  db
    .updateTable('organizations')
    .set((row) => ({
      codes_active: row('codes_active', '+', value('active')),
      codes_archived: row('codes_archived', '+', value('archived')),
    }))
    .where('id', '=', value('id'))

const addToCodes = prepare<CodeCounts & { id: string }, never>(updateCodeCounts)
const addToCodesReturning = prepare<CodeCounts & { id: string }, Counted>((value, db) =>
  updateCodeCounts(value, db).returning(['plan', 'codes_active']),
)
const selectCounted = prepare<{ id: string }, Counted>((value, db) =>
  db.selectFrom('organizations').select(['plan', 'codes_active']).where('id', '=', value('id')),
)

/**
 * Locks the row, so that the count stays exact until the commit. SQLite runs two short statements
 * faster than one with `returning`.
 */
export const countCodes = async ({ db, engine }: Transaction, id: string, change: CodeCounts) => {
  const [counted] = await byEngine(engine, {
    async sqlite() {
      await addToCodes(db, { id, ...change })
      return await selectCounted(db, { id })
    },
    postgres: () => addToCodesReturning(db, { id, ...change }),
  })
  return counted
}
