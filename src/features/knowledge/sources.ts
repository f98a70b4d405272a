import { auditSubjects } from '../../platform/audit.ts'
import type { Change, Context } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import type { Db } from '../../platform/store/database.ts'
import { retrieveCode } from '../codes/codes.ts'
import { findOrganization, requireOrganization } from '../organizations/access.ts'
import { signalKnowledge } from './publishing.ts'
import { writeAnswer } from './questions.ts'
import { nextRefresh } from './schedule.ts'
import { addSourceJob, deleteSourceData } from './source-jobs.ts'
import {
  fileDeleted,
  notForKind,
  notRefreshable,
  sourceNotFound,
  unknownCode,
} from './sources.problems.ts'
import { asSource } from './sources.rows.ts'
import type { SourceChanges, SourceQuery } from './sources.schema.ts'
import * as store from './sources.store.ts'

/** The ids of codes that a request names by id or short id. 422 for one of another organization. */
export const requireCodes = async (
  db: Db,
  organizationId: string,
  named: string[],
): Promise<string[]> => {
  const found = await store.findCodes(db, organizationId, named)
  const byName = new Map(
    found.flatMap(({ id, short_id }) => [
      [id, id],
      [short_id, id],
    ]),
  )
  return [
    ...new Set(
      named.map((name, at) => {
        const id = byName.get(name)
        if (id === undefined) throw unknownCode(at, name)
        return id
      }),
    ),
  ]
}

const detailOf = async ({ db }: Pick<Context, 'db'>, row: store.SourceRow) =>
  asSource(row, (await store.codesOf(db, [row.id])).get(row.id))

const requireReach = async (context: Context, row: store.SourceRow | undefined, id: string) => {
  if (!row || !(await findOrganization(context, row.organization_id))) throw sourceNotFound(id)
  return row
}

const lockSource = async (change: Change, id: string) => {
  const row = await requireReach(change, await store.lock(change.db, id), id)
  await requireOrganization(change, row.organization_id, 'knowledge:write')
  auditSubjects(change, row.organization_id, [{ id, name: row.title }])
  return row
}

/** The source as it is after a change. */
export const sourceAfter = async ({ db }: Change, id: string) => {
  const row = await store.find(db, id)
  if (!row) throw sourceNotFound(id)
  return await detailOf({ db }, row)
}

export const listSources = async (context: Context, query: SourceQuery) => {
  const { db } = context
  const { limit, offset, organization_id, qpr_code_id, kind, status } = query
  const code = qpr_code_id === undefined ? null : await retrieveCode(context, qpr_code_id)
  const named = code?.organization_id ?? organization_id
  const { id } = await requireOrganization(context, named, 'knowledge:read')
  const filter = {
    organizationId: id,
    ...(code && { codeId: code.id }),
    ...(kind && { kind }),
    ...(status && { status }),
  }
  const page = openPage(
    { list: 'knowledge', filter: [id, code?.id, kind, status], like: [''] as [string] },
    query,
  )
  const wanted = { after: page.after?.[0] ?? null, limit: page.maximum, offset: page.offset }
  const { rows, next } = page.close(await store.list(db, filter, wanted), (row) => [row.id])
  const codes = await store.codesOf(
    db,
    rows.map((row) => row.id),
  )
  const total = await store.count(db, filter)
  return {
    sources: rows.map((row) => asSource(row, codes.get(row.id))),
    total,
    limit,
    offset,
    ...next,
  }
}

export const retrieveSource = async (context: Context, id: string) => {
  const row = await requireReach(context, await store.find(context.db, id), id)
  await requireOrganization(context, row.organization_id, 'knowledge:read')
  return await detailOf(context, row)
}

export const organizationOfSource = async (context: Context, id: string): Promise<string> =>
  (await requireReach(context, await store.find(context.db, id), id)).organization_id

export const updateSource = async (change: Change, id: string, changes: SourceChanges) => {
  const { db } = change
  const row = await lockSource(change, id)
  const { title, code_ids, refresh, question, answer } = changes
  const now = change.now()
  if (row.kind !== 'question') {
    if (question !== undefined) throw notForKind('question', row.kind)
    if (answer !== undefined) throw notForKind('answer', row.kind)
  }
  if (refresh !== undefined && refresh !== 'never' && row.url === null) {
    throw notForKind('refresh', row.kind)
  }
  const codes = code_ids ? await requireCodes(db, row.organization_id, code_ids) : null
  if (code_ids !== undefined) await store.setCodes(db, id, codes ?? [])
  const version = row.version + 1
  await store.update(db, id, {
    updated_at: now,
    version,
    ...(title !== undefined && { title }),
    ...(code_ids !== undefined && { all_codes: codes === null ? 1 : 0 }),
    ...(refresh !== undefined && { refresh, refresh_at: nextRefresh(refresh, row, now) }),
  })
  if (question !== undefined || answer !== undefined) {
    const text = {
      question: question ?? row.question ?? '',
      answer: answer ?? row.answer ?? '',
    }
    await writeAnswer(change, { ...row, version }, text)
  }
  signalKnowledge(change, row.organization_id)
  return await sourceAfter(change, id)
}

/** Reads a source again. Codes use its former passages until that is finished. */
export const refreshSource = async (change: Change, id: string) => {
  const row = await lockSource(change, id)
  if (row.kind === 'question') throw notRefreshable()
  if (row.kind === 'file' && row.size_bytes === 0) throw fileDeleted()
  await store.update(change.db, id, {
    status: 'processing',
    reason: null,
    progress_done: 0,
    progress_total: null,
    updated_at: change.now(),
  })
  await addSourceJob(change, 'process_knowledge', row, change.actor.userId)
  return await sourceAfter(change, id)
}

export const deleteSource = async (change: Change, id: string) => {
  const row = await lockSource(change, id)
  await store.remove(change.db, id)
  await deleteSourceData(change, row)
  signalKnowledge(change, row.organization_id)
}
