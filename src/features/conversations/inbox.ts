import type { Change, Context } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { isoTime, isoTimeOrNull } from '../../platform/kit/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { allPages, maxCounted } from '../../platform/store/keyset.ts'
import { foldForSearch } from '../../platform/text/text.ts'
import { requireScope } from '../codes/codes.access.ts'
import { hiddenCodes } from '../codes/stays.store.ts'
import { reachableOrganizations, requireOrganization } from '../organizations/access.ts'
import { findByUser } from '../organizations/members.store.ts'
import { readCitations } from './citations.ts'
import { removeConversation } from './conversations.ts'
import type { ConversationFilter, ConversationQuery } from './inbox.schema.ts'
import * as store from './inbox.store.ts'
import { conversationNotFound } from './sentences.ts'

type Permission =
  | 'conversations:read'
  | 'conversations:export'
  | 'conversations:delete'
  | 'conversations:answer'

/** The filter of a request, and the condition that no index covers. */
export interface Selection {
  filter: store.Filter
  condition: store.Condition
}

/** The code or the organization of a request, with a permission check. */
export const conversationScope = async (
  context: Context,
  query: ConversationFilter,
  permission: Permission,
): Promise<Pick<store.Filter, 'organizationId' | 'codeId' | 'stay'>> => {
  const { organizationId, code } = await requireScope(context, query, permission)
  return { organizationId, codeId: code?.id ?? null, ...(code?.stay && { stay: code.stay }) }
}

export const selectConversations = async (
  context: Context,
  query: ConversationFilter,
  permission: Permission,
): Promise<Selection> => {
  const scope = await conversationScope(context, query, permission)
  const assignee = await assigneeOf(context, scope.organizationId, query.assignee)
  return {
    filter: {
      ...scope,
      status: query.status ?? null,
      since: query.since === undefined ? 0 : Date.parse(query.since),
      until: query.until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(query.until),
      ...(query.handling && { handling: query.handling }),
      ...(assignee !== undefined && { assignee }),
    },
    condition: {
      contains: query.q === undefined ? null : foldForSearch(query.q),
      rating: query.rating ?? null,
      ...(query.outcome && { outcome: query.outcome }),
    },
  }
}

const assigneeOf = async (context: Context, organizationId: string, named?: string) => {
  if (named === 'none') return null
  if (named !== 'me') return named
  const member = await findByUser(context.db, organizationId, context.actor.userId)
  return member?.id ?? named
}

const findPage = async (db: Db, { filter, condition }: Selection, page: store.InboxPage) => {
  const { contains, rating, outcome } = condition
  if (contains !== null || rating !== null || outcome)
    return await search(db, filter, condition, page)
  const deleted = await hiddenCodes(db, filter)
  if (deleted.size === 0) {
    return { page: await store.pageOf(db, filter, page), total: await store.count(db, filter) }
  }
  const { page: places } = await search(db, filter, condition, page)
  return { page: places, total: await store.countWithout(db, filter, deleted) }
}

const findConversation = async (context: Context, id: string) => {
  const conversation = await store.find(context.db, reachableOrganizations(context), id)
  if (!conversation) throw conversationNotFound()
  return conversation
}

/** A conversation of an organization that the caller reaches, with a permission check. */
export const requireConversation = async (context: Context, id: string, permission: Permission) => {
  const conversation = await findConversation(context, id)
  await requireOrganization(context, conversation.organization_id, permission)
  return conversation
}

export const organizationOfConversation = async (context: Context, id: string): Promise<string> =>
  (await findConversation(context, id)).organization_id

export const listConversations = async (context: Context, query: ConversationQuery) => {
  const { db } = context
  const { limit, offset } = query
  const { filter, condition } = await selectConversations(context, query, 'conversations:read')
  const like: [number, string] = [0, '']
  const page = openPage({ list: 'conversations', filter: [filter, condition], like }, query)
  const [started_at, id] = page.after ?? []
  const after = started_at === undefined || id === undefined ? null : { started_at, id }
  const found = await findPage(db, { filter, condition }, { ...page, after })
  const placeOf = (place: store.Place): [number, string] => [place.started_at ?? 0, place.id]
  const { rows: places, next } = page.close(found.page, placeOf)
  const rows = await store.listByIds(
    db,
    filter.organizationId,
    places.map((place) => place.id),
  )
  return {
    conversations: rows.map(asConversation),
    total: found.total,
    limit,
    offset,
    ...next,
  }
}

export const retrieveConversation = async (context: Context, id: string) => {
  const conversation = await requireConversation(context, id, 'conversations:read')
  const messages = await store.listMessages(context.db, [id])
  return asConversationDetail(conversation, messages, await store.listNotes(context.db, [id]))
}

export const deleteConversation = async (change: Change, id: string) => {
  await requireConversation(change, id, 'conversations:delete')
  await removeConversation(change, id)
}

const currency = (micros: number): number => micros / 1e6

const asConversation = (row: store.ListedConversation) => ({
  id: row.id,
  qpr_code_id: row.code_id,
  short_id: row.short_id,
  code_name: row.code_name,
  first_message: row.first_message ?? '',
  scan_id: row.scan_id,
  status: row.status,
  reason: row.reason,
  started_at: isoTime(row.started_at),
  ended_at: isoTimeOrNull(row.ended_at),
  last_activity_at: isoTime(Number(row.last_activity_at ?? row.started_at)),
  messages_count: row.messages_count,
  rating: row.rating,
  outcome: row.outcome,
  tokens_in: row.tokens_in,
  tokens_out: row.tokens_out,
  cost: currency(row.cost_micros),
  demo: row.is_demo === 1,
  language: row.language,
  handling: row.handling,
  assignee: row.assignee,
  waiting_since: row.waiting_since === null ? null : isoTime(Number(row.waiting_since)),
})

export const asMessage = (row: store.ListedMessage) => ({
  id: row.id,
  role: row.role,
  name: row.name,
  text: row.text,
  status: row.status,
  model: row.model,
  tokens_in: row.tokens_in,
  tokens_out: row.tokens_out,
  cost: row.cost_micros === null ? null : currency(row.cost_micros),
  error: row.error_code,
  rating: row.rating,
  rating_comment: row.rating_comment,
  truncated: row.is_truncated === 1,
  outcome: row.outcome,
  citations: readCitations(row.citations),
  created_at: isoTime(row.created_at),
  finished_at: isoTimeOrNull(row.finished_at),
})

/** Null after the scan was deleted: scans may have a shorter retention than conversations. */
const scanOf = ({ scanned_at, country, device }: store.ListedConversation) =>
  scanned_at === null || device === null
    ? null
    : { scanned_at: isoTime(scanned_at), country, device }

/** A conversation with its messages. */
export const asConversationDetail = (
  row: store.ListedConversation,
  messages: store.ListedMessage[],
  notes: store.ListedNote[],
) => ({
  ...asConversation(row),
  organization_id: row.organization_id,
  scan: scanOf(row),
  rating_comment: row.rating_comment,
  messages: messages.map(asMessage),
  notes: notes.map(asNote),
})

/** Members may see the address of another member. */
export const asNote = ({ id, text, name, email, created_at }: store.ListedNote) => ({
  id,
  text,
  name: name ?? email,
  created_at: isoTime(created_at),
})

const stepSize = 250

/**
 * Yields the places that match a filter and a condition, in steps. No index covers the condition,
 * and on SQLite a single query would block all other requests until it has read every row.
 */
export async function* walk(
  db: Db,
  filter: store.Filter,
  condition: store.Condition,
  order: store.Order,
): AsyncGenerator<store.Place[]> {
  const deleted = await hiddenCodes(db, filter)
  const steps = allPages<store.Step>(stepSize, (last) =>
    store.step(db, filter, condition, { after: last ?? null, order, limit: stepSize }),
  )
  for await (const step of steps) {
    yield step.filter((row) => row.is_found === 1 && !deleted.has(row.code_id))
  }
}

const isBefore = (a: store.Place, b: store.Place): boolean =>
  a.started_at === b.started_at ? a.id < b.id : (a.started_at as number) < (b.started_at as number)

/** A page of the matching conversations, newest first, and their total number. */
const search = async (
  db: Db,
  filter: store.Filter,
  condition: store.Condition,
  { after, offset, maximum }: store.InboxPage,
): Promise<{ page: store.Place[]; total: number }> => {
  const page: store.Place[] = []
  let total = 0
  let passed = 0
  for await (const places of walk(db, filter, condition, 'desc')) {
    total += places.length
    for (const place of places) {
      if (page.length >= maximum) break
      if (after && !isBefore(place, after)) continue
      passed += 1
      if (passed > offset) page.push(place)
    }
  }
  return { page, total: Math.min(total, maxCounted) }
}
