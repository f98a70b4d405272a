import { createYield } from '../../platform/kit/yield-to-loop.ts'
import { prepareBulkInsert } from '../../platform/store/bulk.ts'
import { countDeleted, type Db, type Transaction } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { fold } from '../../platform/text/text.ts'
import type { Sortable } from './codes.list.store.ts'

/** The tags of a code before and after a change. */
interface Retagged {
  codeId: string
  before: readonly string[]
  after: readonly string[]
}

const insertMany = prepareBulkInsert<Tables['code_tags']>(
  'code_tags',
  { organization_id: 'text', folded: 'text', code_id: 'text' },
  'on conflict do nothing',
)

const rowsAtOnce = 200

/** Updates the index of the tags and their counts. Unchanged tags cost nothing. */
export const retag = async (
  { db, engine }: Transaction,
  organizationId: string,
  changes: readonly Retagged[],
) => {
  const yieldToLoop = createYield()
  const counted: Counted[] = []
  const added: Tables['code_tags'][] = []
  for (const { codeId, before, after } of changes) {
    const former = new Map(before.map((tag) => [fold(tag), tag]))
    const current = new Map(after.map((tag) => [fold(tag), tag]))
    const removed = [...former.keys()].filter((folded) => !current.has(folded))
    for (const folded of removed) counted.push({ folded, tag: '', change: -1 })
    for (const [folded, tag] of current) {
      if (former.get(folded) === tag) continue
      const isNew = !former.has(folded)
      counted.push({ folded, tag, change: isNew ? 1 : 0 })
      if (isNew) added.push({ organization_id: organizationId, folded, code_id: codeId })
    }
    if (removed.length > 0) await removeOf(db, organizationId, codeId, removed)
    await yieldToLoop()
  }
  for (let at = 0; at < added.length; at += rowsAtOnce) {
    await insertMany(db, engine, added.slice(at, at + rowsAtOnce))
    await yieldToLoop()
  }
  // In order, so that two requests cannot deadlock.
  for (const [folded, all] of [...Map.groupBy(counted, (one) => one.folded)].sort(byFold)) {
    const codes = all.reduce((sum, { change }) => sum + change, 0)
    const tag = all.findLast((one) => one.tag !== '')?.tag ?? null
    await count(db, { organizationId, folded, tag, codes })
    await yieldToLoop()
  }
}

interface Counted {
  folded: string
  /** Empty for a removed tag, which says nothing about the spelling. */
  tag: string
  change: number
}

const byFold = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

const removeOf = async (db: Db, organizationId: string, codeId: string, folded: string[]) => {
  await db
    .deleteFrom('code_tags')
    .where('organization_id', '=', organizationId)
    .where('folded', 'in', folded)
    .where('code_id', '=', codeId)
    .execute()
}

interface Count {
  organizationId: string
  folded: string
  /** The latest spelling; null: unchanged. */
  tag: string | null
  codes: number
}

const count = async (db: Db, { organizationId, folded, tag, codes }: Count) => {
  const counted = await db
    .insertInto('tags')
    .values({ organization_id: organizationId, folded, tag: tag ?? folded, codes })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'folded']).doUpdateSet((known) => ({
        codes: known('tags.codes', '+', codes),
        ...(tag !== null && { tag }),
      })),
    )
    .returning('codes')
    .executeTakeFirst()
  if (counted && counted.codes > 0) return
  await db
    .deleteFrom('tags')
    .where('organization_id', '=', organizationId)
    .where('folded', '=', folded)
    .execute()
}

export const list = async (
  db: Db,
  organizationId: string,
  startsWith: string | null,
  after: string | null,
  maximum: number,
): Promise<Tables['tags'][]> => {
  let query = db
    .selectFrom('tags')
    .select(['organization_id', 'folded', 'tag', 'codes'])
    .where('organization_id', '=', organizationId)
  if (startsWith !== null) {
    query = query.where('folded', '>=', startsWith).where('folded', '<', `${startsWith}\u{10ffff}`)
  }
  if (after !== null) query = query.where('folded', '>', after)
  return await query.orderBy('folded').limit(maximum).execute()
}

/** The least used of these tags; null when one of them has no codes. */
export const rarest = async (
  db: Db,
  organizationId: string,
  folded: readonly string[],
): Promise<string | null> => {
  const known = await db
    .selectFrom('tags')
    .select('folded')
    .where('organization_id', '=', organizationId)
    .where('folded', 'in', folded)
    .orderBy('codes')
    .execute()
  return known.length < folded.length ? null : (known[0]?.folded ?? null)
}

export interface TaggedCode extends Sortable {
  status: string
  tags: string
}

/** The next codes with a tag, newest first, of any status. */
export const nextTagged = async (
  db: Db,
  organizationId: string,
  folded: string,
  after: string | null,
  maximum: number,
): Promise<TaggedCode[]> => {
  const query = db
    .selectFrom('code_tags')
    .innerJoin('codes', 'codes.id', 'code_tags.code_id')
    .select([
      'codes.id',
      'codes.name_folded',
      'codes.name_order',
      'codes.updated_at',
      'codes.scans_total',
      'codes.status',
      'codes.tags',
    ])
    .where('code_tags.organization_id', '=', organizationId)
    .where('code_tags.folded', '=', folded)
    .orderBy('code_tags.code_id', 'desc')
    .limit(maximum)
  return await (after === null ? query : query.where('code_tags.code_id', '<', after)).execute()
}

/** Some tags of a deleted organization. */
export const deleteTags = async ({ db }: Transaction, organizationId: string, maximum: number) => {
  const some = await db
    .selectFrom('code_tags')
    .select(['folded', 'code_id'])
    .where('organization_id', '=', organizationId)
    .orderBy('folded')
    .orderBy('code_id')
    .limit(maximum)
    .execute()
  const byTag = Map.groupBy(some, ({ folded }) => folded)
  for (const [folded, rows] of byTag) {
    const codeIds = rows.map(({ code_id }) => code_id)
    await db
      .deleteFrom('code_tags')
      .where('organization_id', '=', organizationId)
      .where('folded', '=', folded)
      .where('code_id', 'in', codeIds)
      .execute()
  }
  return some.length
}

export const deleteTagCounts = async (
  { db }: Transaction,
  organizationId: string,
  maximum: number,
) => {
  const some = db
    .selectFrom('tags')
    .select('folded')
    .where('organization_id', '=', organizationId)
    .limit(maximum)
  return await countDeleted(
    db.deleteFrom('tags').where('organization_id', '=', organizationId).where('folded', 'in', some),
  )
}
