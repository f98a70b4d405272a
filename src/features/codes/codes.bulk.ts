import { maxItems } from '#contract/limits.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import { invalidField } from '../../platform/http/problem.ts'
import { createBreather } from '../../platform/kit/breather.ts'
import type { Clock } from '../../platform/kit/clock.ts'
import type { Transaction } from '../../platform/store/database.ts'
import { noteFields, touch } from '../../platform/store/trail.ts'
import type { Access } from '../organizations/access.ts'
import type { Organizations } from '../organizations/organizations.legacy.ts'
import * as store from './codes.bulk.store.ts'
import type { CodeStyle } from './codes.contents.schema.ts'
import { codeNotFound } from './codes.problems.ts'
import { changedColumns } from './codes.rows.ts'
import type { BulkChanges, ManyCodes, StatusChange } from './codes.schema.ts'
import { retag } from './tags.store.ts'
import { cleanTags, foldTag, parseTags } from './tags.ts'

interface BulkOptions {
  clock: Clock
  access: Access
  organizations: Pick<Organizations, 'countCodes'>
  tellChange: (tx: Transaction, shortId: string) => void
  requireModel: (model: string | null | undefined) => void
  /** Refuses a style that cameras could not scan, for the code with this short id. */
  requireScannable: (shortId: string, style: CodeStyle, hasLogo: boolean) => void
}

/** Changes many codes at once: all of them, or none. */
export const createBulkChanges = (options: BulkOptions) => {
  const { clock, access, organizations, tellChange, requireModel, requireScannable } = options

  /** Locks the codes; 404 when one of them is unknown. */
  const holdAll = async (tx: Transaction, actor: Actor, ids: string[]) => {
    const found = await store.holdMany(tx.db, access.reachable(tx.db, actor), ids)
    const known = new Set(found.flatMap(({ id, short_id }) => [id, short_id]))
    const unknown = ids.find((id) => !known.has(id) && !known.has(id.toLowerCase()))
    if (unknown !== undefined) throw codeNotFound(unknown)
    return found
  }

  const checkStyles = async (codes: store.HeldCode[], style: CodeStyle) => {
    const breathe = createBreather()
    for (const { short_id, has_logo } of codes) {
      await breathe()
      requireScannable(short_id, style, has_logo !== null)
    }
  }

  /** Writes the codes of one organization that differ after the change. */
  const changeIn = async (
    tx: Transaction,
    organizationId: string,
    codes: store.HeldCode[],
    changes: Omit<BulkChanges, 'ids'>,
    tagsAfter: (tags: string) => string,
  ): Promise<number> => {
    const { status, style, model } = changes
    const columns = changedColumns({
      ...(style !== undefined && { style }),
      ...(model !== undefined && { model }),
    })
    const changed: { before: store.HeldCode; after: store.HeldCode }[] = []
    const breathe = createBreather()
    for (const before of codes) {
      await breathe()
      const tags = tagsAfter(before.tags)
      const after = { ...before, ...columns, status: status ?? before.status, tags }
      if (!isSame(before, after)) changed.push({ before, after })
    }
    if (changed.length === 0) return 0
    await store.update(
      tx.db,
      organizationId,
      changed.map((one) => one.after),
      columns,
      clock.now(),
    )
    await retag(
      tx,
      organizationId,
      changed.map(({ before, after }) => ({
        codeId: before.id,
        before: parseTags(before.tags),
        after: parseTags(after.tags),
      })),
    )
    for (const { before } of changed) tellChange(tx, before.short_id)
    touch(
      tx.db,
      organizationId,
      changed.map(({ before: { id, name } }) => ({ id, name })),
    )
    const moved = changed.filter(({ before, after }) => before.status !== after.status).length
    if (status !== undefined && moved > 0) {
      const from = status === 'archived' ? 'active' : 'archived'
      await organizations.countCodes(tx, organizationId, { [from]: -moved, [status]: moved })
    }
    return changed.length
  }

  const changeMany = async (tx: Transaction, actor: Actor, { ids, ...changes }: BulkChanges) => {
    requireModel(changes.model)
    const found = await holdAll(tx, actor, ids)
    noteFields(tx.db, Object.keys(changes))
    const tagsAfter = changeOfTags(changes.tags ?? {})
    let changed = 0
    for (const [organizationId, codes] of Map.groupBy(found, (code) => code.organization_id)) {
      await access.organization(tx.db, actor, organizationId, 'codes:write')
      if (changes.style) await checkStyles(codes, changes.style)
      changed += await changeIn(tx, organizationId, codes, changes, tagsAfter)
    }
    return { changed }
  }

  return {
    changeMany,
    /** Removes the own style and logo of codes, so that they use the brand of their organization. */
    async applyBrand(tx: Transaction, actor: Actor, { ids }: ManyCodes) {
      const found = await holdAll(tx, actor, ids)
      noteFields(tx.db, ['style', 'logo'])
      let changed = 0
      for (const [organizationId, codes] of Map.groupBy(found, (code) => code.organization_id)) {
        await access.organization(tx.db, actor, organizationId, 'codes:write')
        const own = codes.filter(({ style, has_logo }) => style !== null || has_logo !== null)
        if (own.length === 0) continue
        changed += own.length
        const ownIds = own.map(({ id }) => id)
        await store.removeLooks(tx.db, organizationId, ownIds, clock.now())
        for (const { short_id } of own) tellChange(tx, short_id)
        touch(
          tx.db,
          organizationId,
          own.map(({ id, name }) => ({ id, name })),
        )
      }
      return { changed }
    },
    setStatus: (tx: Transaction, actor: Actor, { ids, status = 'archived' }: StatusChange) =>
      changeMany(tx, actor, { ids, status }),
  }
}

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
    const kept = parseTags(text).filter((tag) => !removed.has(foldTag(tag)))
    const after = cleanTags([...kept, ...add])
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
