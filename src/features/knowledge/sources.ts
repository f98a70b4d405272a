import type { TextEncoding } from '#contract/encodings.ts'
import { announce, auditSubjects, type Change, type Context } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { invalidField, problem } from '../../platform/http/problem.ts'
import { isoTime, isoTimeOrNull } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Db } from '../../platform/store/database.ts'
import { retrieveCode } from '../codes/codes.ts'
import { findOrganization, requireOrganization } from '../organizations/access.ts'
import { piecesOf } from '../reading/split.ts'
import { blocksOfMarkdown } from '../reading/texts.ts'
import {
  blankDocument,
  deleteDocument,
  deletePassages,
  insertDocument,
  insertPassages,
  liveDocuments,
  passageRows,
  sumTokens,
} from './documents.store.ts'
import { nextRefresh, signalKnowledge } from './publishing.ts'
import { deleteSourceData, readSourceAgain } from './source-jobs.ts'
import type { SourceChanges, SourceQuery } from './sources.schema.ts'
import * as store from './sources.store.ts'
import { changeEncoding } from './uploads.ts'

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

export const lockSource = async (change: Change, id: string) => {
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
  const { title, code_ids, refresh, question, answer, encoding } = changes
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
  await store.updateSourceRow(db, id, {
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
  if (encoding !== undefined && encoding !== row.encoding) {
    await changeEncoding(change, row, encoding)
  }
  signalKnowledge(change, row.organization_id)
  return await sourceAfter(change, id)
}

/** Reads a source again. Codes use its former passages until that is finished. */
export const refreshSource = async (change: Change, id: string) => {
  const row = await lockSource(change, id)
  if (row.kind === 'question') throw notRefreshable()
  if (row.kind === 'file' && row.size_bytes === 0) throw fileDeleted()
  await readSourceAgain(change, row)
  return await sourceAfter(change, id)
}

export const deleteSource = async (change: Change, id: string) => {
  const row = await lockSource(change, id)
  await store.remove(change.db, id)
  await deleteSourceData(change, row)
  signalKnowledge(change, row.organization_id)
}

/** 404, not 403: outsiders must not learn which sources exist. */
const sourceNotFound = (id: string) =>
  problem(404, 'source_not_found', `There is no source ${id.slice(0, 100)}.`)

export const notForKind = (field: string, kind: string) =>
  invalidField(`/${field}`, 'not_allowed', `${field} is not possible for a ${kind}.`)

const unknownCode = (at: number, id: string) =>
  invalidField(
    `/code_ids/${at}`,
    'unknown',
    `The organization of the source has no code ${id.slice(0, 100)}.`,
  )

const fileDeleted = () =>
  problem(
    409,
    'source_not_refreshable',
    'The file could not be read, and its content was deleted. Upload it again.',
  )

const notRefreshable = () =>
  problem(
    409,
    'source_not_refreshable',
    'A question has no origin to read again. Change its answer instead.',
  )

/** A source as the API shows it. */
const asSource = (row: store.SourceRow, codeIds: string[] | undefined) => ({
  id: row.id,
  organization_id: row.organization_id,
  kind: row.kind,
  title: row.title,
  status: row.status,
  reason: row.reason,
  progress:
    row.status === 'processing' && row.progress_total !== null
      ? { done: row.progress_done, total: Math.max(row.progress_total, row.progress_done) }
      : null,
  code_ids: row.all_codes === 1 ? null : (codeIds ?? []),
  pages: row.pages,
  passages: row.passages,
  size_bytes: row.size_bytes,
  url: row.url,
  question: row.question,
  answer: row.answer,
  encoding: (row.encoding ?? row.guessed_encoding) as TextEncoding | null,
  refresh: row.refresh,
  refreshed_at: isoTimeOrNull(row.refreshed_at),
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
})

/** An answer has 8,000 characters at most, which is far fewer passages. */
const maxPassagesOfAnswer = 100

/**
 * Writes the passages of a question with its answer, in the transaction of its cause: the next
 * visitor gets the answer. The question is a heading, because it has the words of visitors.
 */
export const writeAnswer = async (
  change: Change<unknown>,
  source: store.SourceRow,
  { question, answer }: { question: string; answer: string },
) => {
  const { db, engine } = change
  const { id } = source
  const now = change.now()
  for (const { id: former } of await liveDocuments(db, id)) {
    await deletePassages(db, id, former, maxPassagesOfAnswer)
    await deleteDocument(db, former)
  }
  const documentId = newId('doc', now)
  const pieces = piecesOf(blocksOfMarkdown(answer), [question])
  const rows = passageRows(pieces, { sourceId: id, documentId, position: 0 }, now)
  const tokens = sumTokens(rows)
  await insertDocument(db, {
    ...blankDocument,
    id: documentId,
    source_id: id,
    is_live: 1,
    passages: rows.length,
    tokens,
  })
  await insertPassages(db, engine, rows)
  await store.updateSourceRow(db, id, {
    question,
    answer,
    passages: rows.length,
    tokens,
    size_bytes: Buffer.byteLength(question) + Buffer.byteLength(answer),
    version: source.version + 1,
    status: 'ready',
    refreshed_at: now,
    updated_at: now,
  })
  await announce(change, 'passagesAdded', source)
}

/** The title of a question is the question itself, in one line. */
export const titleOfQuestion = (question: string): string =>
  question.replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed()
