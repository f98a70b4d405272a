import type { Change, Context } from '../../platform/context.ts'
import { auditFields, auditSubjects } from '../../platform/context.ts'
import { invalidField } from '../../platform/http/problem.ts'
import { newId } from '../../platform/kit/ids.ts'
import { requireOrganization } from '../organizations/access.ts'
import { signalKnowledge } from './publishing.ts'
import { requireFileQuota, requirePageQuota, requireSourceQuota } from './quota.ts'
import { addSourceJob } from './source-jobs.ts'
import type { FileQuery, NewSource } from './sources.schema.ts'
import * as store from './sources.store.ts'
import { notForKind, requireCodes, sourceAfter, titleOfQuestion, writeAnswer } from './sources.ts'
import type { Upload } from './uploads.ts'

const defaultMaxPages = 200
const defaultMaxDepth = 3

const insertSource = async (
  change: Change<unknown>,
  row: store.SourceRow,
  codeIds: string[] | null,
) => {
  const { db } = change
  const codes = codeIds && (await requireCodes(db, row.organization_id, codeIds))
  await store.insert(db, { ...row, all_codes: codes === null ? 1 : 0 })
  if (codes) await store.setCodes(db, row.id, codes)
  auditSubjects(change, row.organization_id, [{ id: row.id, name: row.title }])
  signalKnowledge(change, row.organization_id)
}

/** A question with its answer, which the next visitor gets. Null: for all codes. */
export const createQuestionSource = async (
  change: Change<unknown>,
  organizationId: string,
  { question, answer, title }: { question: string; answer: string; title?: string },
  codeIds: string[] | null,
): Promise<string> => {
  const now = change.now()
  await requireSourceQuota(change, organizationId)
  const row = newSource(
    {
      id: newId('src', now),
      organization_id: organizationId,
      kind: 'question',
      title: title ?? titleOfQuestion(question),
      question,
      answer,
    },
    now,
  )
  await insertSource(change, row, codeIds)
  await writeAnswer(change, row, { question, answer })
  return row.id
}

const createWebSource = async (
  change: Change,
  organizationId: string,
  input: NewSource,
  url: URL,
): Promise<string> => {
  const now = change.now()
  await requirePageQuota(change, organizationId)
  const row = newSource(
    {
      id: newId('src', now),
      organization_id: organizationId,
      kind: input.kind,
      title: input.title ?? `${url.host}${url.pathname === '/' ? '' : url.pathname}`.slice(0, 200),
      url: url.href,
      refresh: input.refresh ?? 'never',
      max_pages: input.kind === 'site' ? (input.max_pages ?? defaultMaxPages) : 1,
      max_depth: input.kind === 'site' ? (input.max_depth ?? defaultMaxDepth) : 0,
    },
    now,
  )
  await insertSource(change, row, input.code_ids ?? null)
  await addSourceJob(change, 'process_knowledge', row, change.actor.userId)
  return row.id
}

/** Checks an address that an owner enters. */
export const requireUrl = async (
  { service }: Context,
  text: string,
  organizationId: string,
): Promise<URL> => {
  const url = URL.parse(text.trim())
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalidUrl('url must be an http or https address, such as https://example.com/help.')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidUrl('url must not contain a user name or password.')
  }
  const refusal = await service.readers.guard.refusal(url, organizationId)
  if (refusal !== null) throw invalidUrl(refusal)
  url.hash = ''
  return url
}

/** Looks up the host of an address before the transaction. */
export const prepareSource = async (context: Context, input: NewSource) => {
  const organization = await requireOrganization(context, input.organization_id, 'knowledge:write')
  const { kind, question, answer, title } = input
  if (kind === 'question') {
    if (input.url !== undefined) throw notForKind('url', kind)
    if (question === undefined) throw required('question', kind)
    if (answer === undefined) throw required('answer', kind)
  } else if (input.url === undefined) throw required('url', kind)
  const url = input.url === undefined ? null : await requireUrl(context, input.url, organization.id)
  return async (change: Change) => {
    const { id } = await requireOrganization(change, organization.id, 'knowledge:write')
    const codeIds = input.code_ids ?? null
    const text = { question: question ?? '', answer: answer ?? '', ...(title && { title }) }
    const sourceId = url
      ? await createWebSource(change, id, input, url)
      : await createQuestionSource(change, id, text, codeIds)
    return await sourceAfter(change, sourceId)
  }
}

/** The id of the upload becomes the id of the source: its bytes are already stored. */
export const createFileSource = async (
  change: Change,
  { organization_id, name, code_ids }: FileQuery,
  upload: Pick<Upload, 'id' | 'sizeBytes'>,
) => {
  const { id } = await requireOrganization(change, organization_id, 'knowledge:write')
  await requireFileQuota(change, id, upload.sizeBytes)
  const row = newSource(
    {
      id: upload.id,
      organization_id: id,
      kind: 'file',
      title: titleOfFile(name),
      size_bytes: upload.sizeBytes,
    },
    change.now(),
  )
  const codes = code_ids === undefined ? null : code_ids.split(',').map((one) => one.trim())
  auditFields(change, ['name', ...(codes ? ['code_ids'] : [])])
  await insertSource(change, row, codes?.filter(Boolean) ?? null)
  await addSourceJob(change, 'process_knowledge', row, change.actor.userId)
  return await sourceAfter(change, row.id)
}

const required = (field: string, kind: string) =>
  invalidField(`/${field}`, 'required', `${field} is required for a ${kind}.`)

const invalidUrl = (message: string) => invalidField('/url', 'invalid_url', message)

/** A source that is about to be read. */
const newSource = (
  source: Pick<store.SourceRow, 'id' | 'organization_id' | 'kind' | 'title'> &
    Partial<store.SourceRow>,
  now: number,
): store.SourceRow => ({
  status: 'processing',
  reason: null,
  url: null,
  question: null,
  answer: null,
  all_codes: 1,
  refresh: 'never',
  refresh_at: null,
  refreshed_at: null,
  progress_done: 0,
  progress_total: null,
  max_pages: 1,
  max_depth: 0,
  pages: 0,
  passages: 0,
  tokens: 0,
  size_bytes: 0,
  encoding: null,
  guessed_encoding: null,
  version: 1,
  created_at: now,
  updated_at: now,
  ...source,
})

/** A title from the name of a file, which may hold a path and line breaks. */
export const titleOfFile = (name: string): string => {
  const last =
    name
      .replaceAll('\\', '/')
      .split('/')
      .findLast((part) => part.trim() !== '') ?? ''
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const bare = plain.replace(/(?<=.)\.[A-Za-z0-9]{1,8}$/, '')
  return (bare.trim() || 'File').slice(0, 200).toWellFormed()
}
