import { maxItems } from '#contract/limits.ts'
import { auditFields, auditSubjects } from '../../platform/audit.ts'
import { announce, type Change } from '../../platform/context.ts'
import { invalidField } from '../../platform/http/problem.ts'
import { createYield } from '../../platform/kit/yield-to-loop.ts'
import { requireScannable } from '../drawing/scannable.ts'
import { requireModel } from '../models/choices.ts'
import { reachableOrganizations, requireOrganization } from '../organizations/access.ts'
import { countCodes } from '../organizations/organizations.ts'
import { codeNotFound, invalidateCode } from './codes.access.ts'
import * as store from './codes.bulk.store.ts'
import type { CodeStyle } from './codes.contents.schema.ts'
import { changedColumns } from './codes.rows.ts'
import type { BulkChanges, ManyCodes, StatusChange } from './codes.schema.ts'
import { scanUrl } from './codes.views.ts'
import { retag } from './tags.store.ts'
import { cleanTags, foldTag, parseTags } from './tags.ts'

/** Locks the codes; 404 when one of them is unknown. */
const lockAll = async (change: Change, ids: string[]) => {
  const found = await store.lockMany(change.db, reachableOrganizations(change), ids)
  const known = new Set(found.flatMap(({ id, short_id }) => [id, short_id]))
  const unknown = ids.find((id) => !known.has(id) && !known.has(id.toLowerCase()))
  if (unknown !== undefined) throw codeNotFound(unknown)
  return found
}

const checkStyles = async (change: Change, codes: store.HeldCode[], style: CodeStyle) => {
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
  codes: store.HeldCode[],
  { status, style, model }: Omit<BulkChanges, 'ids'>,
  tagsAfter: (tags: string) => string,
): Promise<number> => {
  const columns = changedColumns({
    ...(style !== undefined && { style }),
    ...(model !== undefined && { model }),
  })
  const changed: { before: store.HeldCode; after: store.HeldCode }[] = []
  const yieldToLoop = createYield()
  for (const before of codes) {
    await yieldToLoop()
    const tags = tagsAfter(before.tags)
    const after = { ...before, ...columns, status: status ?? before.status, tags }
    if (!isSame(before, after)) changed.push({ before, after })
  }
  if (changed.length === 0) return 0
  const rows = changed.map(({ after }) => after)
  await store.update(change.db, organizationId, rows, columns, change.now())
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
  auditSubjects(
    change,
    organizationId,
    rows.map(({ id, name }) => ({ id, name })),
  )
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
    await store.removeLooks(change.db, organizationId, ownIds, change.now())
    for (const { short_id } of own) invalidateCode(change, short_id)
    auditSubjects(
      change,
      organizationId,
      own.map(({ id, name }) => ({ id, name })),
    )
  }
  return { changed }
}

export const archiveCodes = (change: Change, { ids, status = 'archived' }: StatusChange) =>
  updateCodes(change, { ids, status })

const isSame = (a: store.HeldCode, b: store.HeldCode): boolean =>
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
