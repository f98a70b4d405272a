import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import {
  behind,
  countUpTo,
  inOrder,
  maxCounted,
  type PageWindow,
  pageAt,
  sorted,
} from '../../platform/store/keyset.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { codeField, hasCode } from '../codes/stays.store.ts'
import type { ReachableIds } from '../organizations/access.ts'

export interface LeadFilter {
  organizationId: string
  codeId: string | null
  emailHash: string | null
  phoneHash: string | null
}

/** The position of a lead, ordered by time. */
export type LeadPlace = [createdAt: number, id: string]

export const leadPlaceOf = ({
  created_at,
  id,
}: Pick<Tables['leads'], 'created_at' | 'id'>): LeadPlace => [created_at, id]

/** Without those of a code that is being deleted. */
const leads = (db: Db, { organizationId, codeId, emailHash, phoneHash }: LeadFilter) => {
  let query = db
    .selectFrom('leads')
    .innerJoin('conversations', 'conversations.id', 'leads.conversation_id')
    .where('leads.organization_id', '=', organizationId)
    .where('conversations.organization_id', '=', organizationId)
    .where(hasCode('conversations'))
  if (codeId !== null) query = query.where('leads.code_id', '=', codeId)
  if (emailHash !== null) query = query.where('leads.email_hash', '=', emailHash)
  if (phoneHash !== null) query = query.where('leads.phone_hash', '=', phoneHash)
  return query
}

const columns = [
  'leads.id',
  'leads.code_id',
  'leads.conversation_id',
  'leads.sealed',
  'leads.created_at',
  'conversations.language',
  'conversations.started_at',
] as const

export type ListedLead = Awaited<ReturnType<typeof list>>[number]

export const list = async (
  db: Db,
  filter: LeadFilter,
  page: PageWindow<LeadPlace>,
  order: 'asc' | 'desc' = 'desc',
) =>
  await pageAt(
    page,
    async ({ after, offset, maximum }) => {
      const all = leads(db, filter)
        .select(columns)
        .select(codeField('conversations', 'short_id').as('short_id'))
        .select(codeField('conversations', 'name').as('code_name'))
      const by = [sorted('leads.created_at', order), sorted('leads.id', order)]
      const rest = after ? all.where(behind(by, after)) : all
      return await rest.orderBy(inOrder(by)).limit(maximum).offset(offset).execute()
    },
    leadPlaceOf,
  )

export const idsOf = (db: Db, filter: LeadFilter) => leads(db, filter).select('leads.id')

export const count = async (db: Db, filter: LeadFilter): Promise<number> =>
  await countUpTo(db, idsOf(db, filter).limit(maxCounted))

export const countOf = async (db: Db, conversationId: string, max: number): Promise<number> =>
  await countUpTo(
    db,
    db.selectFrom('leads').select('id').where('conversation_id', '=', conversationId).limit(max),
  )

export const insert = async (db: Db, row: Tables['leads']) => {
  await db.insertInto('leads').values(row).execute()
}

/** In an organization that the caller reaches. */
export const find = async (db: Db, reachable: ReachableIds, id: string) =>
  await db
    .selectFrom('leads')
    .select(['id', 'organization_id'])
    .where('organization_id', 'in', reachable)
    .where('id', '=', id)
    .executeTakeFirst()

/** With the conversations that only these leads had kept. Returns how many leads were deleted. */
export const remove = async (
  db: Db,
  organizationId: string,
  ids: string[] | SelectQueryBuilder<Tables, 'leads', { id: string }>,
): Promise<number> => {
  const deleted = await db
    .deleteFrom('leads')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .returning('conversation_id')
    .execute()
  if (deleted.length === 0) return 0
  await db
    .deleteFrom('conversations')
    .where('organization_id', '=', organizationId)
    .where(
      'id',
      'in',
      deleted.map(({ conversation_id }) => conversation_id),
    )
    .where('started_at', 'is', null)
    .where('status', '=', 'ended')
    .where(sql<boolean>`not exists (
      select 1 from leads where leads.conversation_id = conversations.id
    )`)
    .execute()
  return deleted.length
}

const stepSize = 200

const oldOf = (db: Db, organizationId: string, before: number) =>
  db
    .selectFrom('leads')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', before)
    .orderBy('created_at')

/** For the retention of an organization and of its plan. */
export const leadHistory = {
  async hasOlder(db: Db, organizationId: string, before: number): Promise<boolean> {
    const old = await oldOf(db, organizationId, before).limit(1).executeTakeFirst()
    return old !== undefined
  },
  async deleteOlder(db: Db, organizationId: string, before: number): Promise<number> {
    return await remove(db, organizationId, oldOf(db, organizationId, before).limit(stepSize))
  },
}
