import { maxItems } from '#contract/limits.ts'
import { announce, auditFields, auditSubjects, type Change } from '../../platform/context.ts'
import { invalidField } from '../../platform/http/problem.ts'
import { createYield } from '../../platform/kit/yield-to-loop.ts'
import type { Db } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { CodeStatus } from '../../platform/store/tables.ts'
import { requireScannable } from '../drawing/scannable.ts'
import { requireModel } from '../models/models.ts'
import {
  type ReachableIds,
  reachableOrganizations,
  requireOrganization,
} from '../organizations/access.ts'
import { countCodes } from '../organizations/organizations.ts'
import { codeNotFound, invalidateCode } from './codes.access.ts'
import type { CodeStyle } from './codes.contents.schema.ts'
import { changedColumns } from './codes.rows.ts'
import type { BulkChanges, ManyCodes, StatusChange } from './codes.schema.ts'
import type { FullRow } from './codes.store.ts'
import { scanUrl } from './codes.views.ts'
import { retag } from './tags.store.ts'
import { cleanTags, foldTag, parseTags } from './tags.ts'

/** Locks the codes; 404 when one of them is unknown. */
const lockAll = async (change: Change, ids: string[]) => {
  const found = await lockMany(change.db, reachableOrganizations(change), ids)
  const known = new Set(found.flatMap(({ id, short_id }) => [id, short_id]))
  const unknown = ids.find((id) => !known.has(id) && !known.has(id.toLowerCase()))
  if (unknown !== undefined) throw codeNotFound(unknown)
  return found
}

const checkStyles = async (change: Change, codes: HeldCode[], style: CodeStyle) => {
  const yieldToLoop = createYield()
  for (const { short_id, has_logo } of codes) {
    await yieldToLoop()
    requireScannable(scanUrl(change, short_id), style, has_logo !== null)
  }
}

/** Writes the codes of one organization that differ after the change. */
const updateIn = async (
  change: Change,
  organizationId: string,
  codes: HeldCode[],
  { status, style, model }: Omit<BulkChanges, 'ids'>,
  tagsAfter: (tags: string) => string,
): Promise<number> => {
  const columns = changedColumns({
    ...(style !== undefined && { style }),
    ...(model !== undefined && { model }),
  })
  const changed: { before: HeldCode; after: HeldCode }[] = []
  const yieldToLoop = createYield()
  for (const before of codes) {
    await yieldToLoop()
    const tags = tagsAfter(before.tags)
    const after = { ...before, ...columns, status: status ?? before.status, tags }
    if (!isSame(before, after)) changed.push({ before, after })
  }
  if (changed.length === 0) return 0
  const rows = changed.map(({ after }) => after)
  await writeCodes(change.db, organizationId, rows, columns, change.now())
  await retag(
    change,
    organizationId,
    changed.map(({ before, after }) => ({
      codeId: before.id,
      before: parseTags(before.tags),
      after: parseTags(after.tags),
    })),
  )
  for (const { short_id } of rows) invalidateCode(change, short_id)
  auditSubjects(change, organizationId, rows)
  const moved = changed.filter(({ before, after }) => before.status !== after.status).length
  if (status !== undefined && moved > 0) {
    const from = status === 'archived' ? 'active' : 'archived'
    await countCodes(change, organizationId, { [from]: -moved, [status]: moved })
  }
  if (status === 'archived') {
    await announce(change, 'codesClosed', { codeIds: rows.map(({ id }) => id) })
  }
  return changed.length
}

/** Changes many codes at once: all of them, or none. */
export const updateCodes = async (change: Change, { ids, ...changes }: BulkChanges) => {
  requireModel(change, changes.model)
  const found = await lockAll(change, ids)
  auditFields(change, Object.keys(changes))
  const tagsAfter = changeOfTags(changes.tags ?? {})
  let changed = 0
  for (const [organizationId, codes] of Map.groupBy(found, (code) => code.organization_id)) {
    await requireOrganization(change, organizationId, 'codes:write')
    if (changes.style) await checkStyles(change, codes, changes.style)
    changed += await updateIn(change, organizationId, codes, changes, tagsAfter)
  }
  return { changed }
}

/** Removes the own style and logo of codes, so that they use the brand of their organization. */
export const applyBrand = async (change: Change, { ids }: ManyCodes) => {
  const found = await lockAll(change, ids)
  auditFields(change, ['style', 'logo'])
  let changed = 0
  for (const [organizationId, codes] of Map.groupBy(found, (code) => code.organization_id)) {
    await requireOrganization(change, organizationId, 'codes:write')
    const own = codes.filter(({ style, has_logo }) => style !== null || has_logo !== null)
    if (own.length === 0) continue
    changed += own.length
    const ownIds = own.map(({ id }) => id)
    await removeLooks(change.db, organizationId, ownIds, change.now())
    for (const { short_id } of own) invalidateCode(change, short_id)
    auditSubjects(change, organizationId, own)
  }
  return { changed }
}

export const archiveCodes = (change: Change, { ids, status = 'archived' }: StatusChange) =>
  updateCodes(change, { ids, status })

const isSame = (a: HeldCode, b: HeldCode): boolean =>
  a.status === b.status && a.style === b.style && a.model === b.model && a.tags === b.tags

/**
 * The stored tags after the change. Removes tags first, so that a tag in both lists moves to the
 * end.
 */
const changeOfTags = ({ add = [], remove = [] }: NonNullable<BulkChanges['tags']>) => {
  const removed = new Set(remove.map(foldTag))
  return (text: string): string => {
    if (add.length + remove.length === 0) return text
    const remaining = parseTags(text).filter((tag) => !removed.has(foldTag(tag)))
    const after = cleanTags([...remaining, ...add])
    if (after.length > maxItems.tags) throw tooManyTags()
    return JSON.stringify(after)
  }
}

const tooManyTags = () =>
  invalidField(
    '/tags/add',
    'too_many',
    `tags.add exceeds the maximum of ${maxItems.tags} tags for one of these codes.`,
  )

/** The columns that a bulk change needs. */
interface HeldCode
  extends Pick<
    FullRow,
    'id' | 'organization_id' | 'short_id' | 'name' | 'status' | 'tags' | 'style' | 'model'
  > {
  /** The type of its logo; null: it has none. */
  has_logo: string | null
}

/** The reachable codes among `ids`, locked until the end of the transaction. */
const lockMany = async (
  db: Db,
  reachable: ReachableIds,
  idsOrShortIds: string[],
): Promise<HeldCode[]> =>
  await db
    .selectFrom('codes')
    .innerJoin('code_contents', 'code_contents.code_id', 'codes.id')
    .leftJoin('code_logos', 'code_logos.code_id', 'codes.id')
    .select([
      'codes.id',
      'codes.organization_id',
      'codes.short_id',
      'codes.name',
      'codes.status',
      'codes.tags',
      'code_contents.style',
      'code_contents.model',
      'code_logos.type as has_logo',
    ])
    .where('codes.organization_id', 'in', reachable)
    .where((row) =>
      row.or([
        row('codes.id', 'in', idsOrShortIds),
        row(
          'codes.short_id',
          'in',
          idsOrShortIds.map((one) => one.toLowerCase()),
        ),
      ]),
    )
    // In id order, so that two requests cannot deadlock.
    .orderBy('codes.id')
    .forUpdate(['codes', 'code_contents'])
    .execute()

interface Written {
  organizationId: string
  id: string
  status: CodeStatus
  tags: string
  now: number
}

const updateOne = prepare<Written, never>((value, db) =>
  db
    .updateTable('codes')
    .set({ status: value('status'), tags: value('tags'), updated_at: value('now') })
    .where('organization_id', '=', value('organizationId'))
    .where('id', '=', value('id')),
)

const writeCodes = async (
  db: Db,
  organizationId: string,
  codes: HeldCode[],
  contents: Partial<Pick<FullRow, 'style' | 'model'>>,
  now: number,
) => {
  const yieldToLoop = createYield()
  for (const { id, status, tags } of codes) {
    await yieldToLoop()
    await updateOne(db, { organizationId, id, status, tags, now })
  }
  if (Object.keys(contents).length === 0) return
  await db
    .updateTable('code_contents')
    .set(contents)
    .where(
      'code_id',
      'in',
      codes.map(({ id }) => id),
    )
    .execute()
}

const checkedAtOnce = 50

/** Removes the own styles and logos of codes. */
const removeLooks = async (db: Db, organizationId: string, ids: string[], now: number) => {
  const yieldToLoop = createYield()
  for (let at = 0; at < ids.length; at += checkedAtOnce) {
    const some = ids.slice(at, at + checkedAtOnce)
    await yieldToLoop()
    await db
      .updateTable('codes')
      .set({ updated_at: now })
      .where('organization_id', '=', organizationId)
      .where('id', 'in', some)
      .execute()
    await db
      .updateTable('code_contents')
      .set({ style: null })
      .where('code_id', 'in', some)
      .execute()
    await db.deleteFrom('code_logos').where('code_id', 'in', some).execute()
  }
}
