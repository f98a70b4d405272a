import type { Handoff } from '#contract/handling.ts'
import {
  announce,
  auditFields,
  auditSubjects,
  type Change,
  type Context,
} from '../../platform/context.ts'
import { eachOf } from '../../platform/http/problem.ts'
import { newShortId } from '../../platform/kit/ids.ts'
import { createYield, slicesOf } from '../../platform/kit/yield-to-loop.ts'
import { requireScannable } from '../drawing/scannable.ts'
import { emit } from '../events/outbox.ts'
import { requireModel } from '../models/models.ts'
import { requireOrganization } from '../organizations/access.ts'
import { completeHandoff, handoffOf } from '../organizations/handoffs.ts'
import { countCodes } from '../organizations/organizations.ts'
import { invalidateCode, requireCode } from './codes.access.ts'
import { changedColumns, contentsOf, newRow, parseOrNull } from './codes.rows.ts'
import type { BulkCodes, CodeChanges, NewCode } from './codes.schema.ts'
import * as store from './codes.store.ts'
import {
  appearanceOf,
  asCode,
  asCodeDetail,
  asScannable,
  asTalking,
  type CodeSummary,
  type ScannableCode,
  scanUrl,
  type TalkingCode,
} from './codes.views.ts'
import { formerTexts, removePeople, saveFormer } from './history.ts'
import { markDeleted, move } from './stays.store.ts'
import { retag } from './tags.store.ts'
import { parseTags } from './tags.ts'

declare module '../../platform/context.ts' {
  interface Facts {
    codeDeleted: { code: store.FullRow; userId: string }
    codeMoved: { codeId: string; from: string; to: string }
    /** Codes were archived, or have moved away: their conversations cannot go on. */
    codesClosed: { codeIds: string[] }
  }
}

const detailOf = async (context: Context, row: store.FullRow) => {
  const detail = asCodeDetail(context, row)
  const { handoff, organization_id } = detail
  return {
    ...detail,
    handoff: handoff && (await handoffOf(context, organization_id, completeHandoff(handoff))),
    has_logo: await store.hasLogo(context.db, row.id),
  }
}

/** Its own `handoff` may be null. */
export type ScannedCode = ScannableCode & { handoffInForce: Handoff }

/** The fields that a scan needs, regardless of the scanner. */
export const codeForScan = async (
  { db }: Pick<Context, 'db'>,
  shortId: string,
): Promise<ScannedCode | null> => {
  const row = await store.findForScan(db, shortId)
  if (!row) return null
  const code = asScannable(row)
  const own = code.handoff && completeHandoff(code.handoff)
  return { ...code, handoffInForce: await handoffOf({ db }, code.organizationId, own) }
}

/** The fields that a conversation needs, regardless of the visitor. */
export const codeForTalk = async (
  { db }: Pick<Context, 'db'>,
  by: 'id' | 'short_id',
  value: string,
): Promise<TalkingCode | null> => {
  const row = await store.findTalking(db, by, value)
  return row ? asTalking(row) : null
}

/** How visitors of a code reach a person. */
export const handoffOfCode = async (
  context: Pick<Context, 'db'>,
  { organizationId, codeId }: { organizationId: string; codeId: string },
): Promise<Handoff> => {
  const own = parseOrNull<Handoff>(await store.findHandoff(context.db, codeId))
  return await handoffOf(context, organizationId, own)
}

const newCode = (change: Change, organizationId: string, input: NewCode): store.FullRow => {
  requireModel(change, input.model)
  const row = newRow(organizationId, input, change.now())
  if (input.style) requireScannable(scanUrl(change, row.short_id), input.style, false)
  return row
}

const insertCodes = async (
  change: Change,
  organizationId: string,
  rows: store.FullRow[],
): Promise<CodeSummary[]> => {
  const yieldToLoop = createYield()
  for (const row of rows) {
    await yieldToLoop()
    while (!(await store.insert(change.db, row))) row.short_id = newShortId()
    invalidateCode(change, row.short_id)
  }
  const tagged = rows.map(({ id, tags }) => ({ codeId: id, before: [], after: parseTags(tags) }))
  await retag(change, organizationId, tagged)
  auditSubjects(change, organizationId, rows)
  await countCodes(change, organizationId, { active: rows.length })
  const codes: CodeSummary[] = []
  for (const slice of slicesOf(rows, ({ metadata }) => metadata.length)) {
    await yieldToLoop()
    const made = slice.map((row) => asCode(change, row))
    codes.push(...made)
    await emit(
      change,
      made.map((data) => ({ organizationId, type: 'qpr_code.created', data })),
    )
  }
  return codes
}

export const createCode = async (change: Change, input: NewCode): Promise<CodeSummary> => {
  const { id } = await requireOrganization(change, input.organization_id, 'codes:write')
  const [code] = await insertCodes(change, id, [newCode(change, id, input)])
  return code as CodeSummary
}

/** Creates all codes or none; the error names the invalid ones. */
export const createCodes = async (change: Change, { codes, organization_id }: BulkCodes) => {
  const { id } = await requireOrganization(change, organization_id, 'codes:write')
  const rows = await eachOf(codes, '/codes', (input) => newCode(change, id, input))
  return { codes: await insertCodes(change, id, rows) }
}

export const retrieveCode = async (context: Context, idOrShortId: string) =>
  await detailOf(context, await requireCode(context, idOrShortId, 'codes:read'))

/** The fields that creating another code takes, and the organization of this one. */
export const codeAsExample = async (context: Context, idOrShortId: string) => {
  const row = await requireCode(context, idOrShortId, 'codes:read')
  const { name, prompt, template } = row
  return {
    organizationId: row.organization_id,
    example: { name, prompt, template, ...contentsOf(row) },
  }
}

export const updateCode = async (change: Change, idOrShortId: string, changes: CodeChanges) => {
  const before = await requireCode(change, idOrShortId, 'codes:write')
  // A form sends all its fields, so an unchanged model is not checked again.
  if (changes.model !== before.model) requireModel(change, changes.model)
  const after = {
    ...before,
    ...changedColumns(changes),
    organization_id: await destination(change, before, changes.organization_id),
    updated_at: change.now(),
  }
  if (changes.style) checkStyle(change, after)
  return await write(change, before, after)
}

/** Writes the texts of a former version again. */
export const restoreVersion = async (change: Change, idOrShortId: string, version: number) => {
  const before = await requireCode(change, idOrShortId, 'codes:write')
  const texts = await formerTexts(change.db, before, version)
  return await write(change, before, { ...before, ...texts, updated_at: change.now() })
}

export const deleteCode = async (change: Change, idOrShortId: string) => {
  const code = await requireCode(change, idOrShortId, 'codes:delete')
  const { id, organization_id, short_id, status } = code
  await markDeleted(change.db, code)
  await retag(change, organization_id, [{ codeId: id, before: parseTags(code.tags), after: [] }])
  await store.remove(change.db, organization_id, id)
  invalidateCode(change, short_id)
  await countCodes(change, organization_id, { [status]: -1 })
  await announce(change, 'codeDeleted', { code, userId: change.actor.userId })
}

/** The organization after a change. Moving a code away needs the same permission as deleting it. */
const destination = async (
  change: Change,
  { organization_id }: store.FullRow,
  named: string | undefined,
): Promise<string> => {
  if (named === undefined) return organization_id
  const { id } = await requireOrganization(change, named, 'codes:write')
  if (id !== organization_id) await requireOrganization(change, organization_id, 'codes:delete')
  return id
}

const checkStyle = (context: Context, row: store.FoundRow) => {
  const { style, logoOf } = appearanceOf(row)
  requireScannable(scanUrl(context, row.short_id), style, logoOf !== null)
}

/** Writes the changed columns of a code, with everything that follows from them. */
const write = async (change: Change, before: store.FoundRow, after: store.FoundRow) => {
  const { id, organization_id: from, short_id, name } = before
  const to = after.organization_id
  await store.update(change.db, from, after)
  await saveFormer(change, before, after)
  invalidateCode(change, short_id)
  auditFields(change, differing(before, after))
  const isMoved = to !== from
  const former = parseTags(before.tags)
  const tags = parseTags(after.tags)
  if (isMoved) {
    auditSubjects(change, to, [{ id, name }])
    await retag(change, from, [{ codeId: id, before: former, after: [] }])
    await retag(change, to, [{ codeId: id, before: [], after: tags }])
    await removePeople(change.db, id)
    await move(change.db, before, to, change.now())
    await announce(change, 'codeMoved', { codeId: id, from, to })
  } else await retag(change, from, [{ codeId: id, before: former, after: tags }])
  if (isMoved || after.status !== before.status) {
    await countCodes(change, from, { [before.status]: -1 })
    await countCodes(change, to, { [after.status]: 1 })
  }
  if (isMoved || after.status === 'archived')
    await announce(change, 'codesClosed', { codeIds: [id] })
  return await detailOf(change, after)
}

/** Forms of the name, and the time of the change itself. */
const derived = new Set<keyof store.FullRow>(['updated_at', 'name_folded', 'name_order'])

/** The names of the fields that a change alters, as the API has them. */
const differing = (before: store.FullRow, after: store.FullRow): string[] =>
  (Object.keys(after) as (keyof store.FullRow)[]).filter(
    (name) => !derived.has(name) && before[name] !== after[name],
  )
