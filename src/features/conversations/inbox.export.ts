import type { Context } from '../../platform/context.ts'
import { csvLine, type ExportFormat, jsonLine } from '../../platform/http/output/export.ts'
import type { Db } from '../../platform/store/database.ts'
import type { ConversationExportQuery } from './inbox.schema.ts'
import * as store from './inbox.store.ts'
import { asConversationDetail, type Selection, selectConversations, walk } from './inbox.ts'

type Conversation = ReturnType<typeof asConversationDetail>
type Message = Conversation['messages'][number]

/** The approximate number of messages in memory at a time. */
const batchSize = 500

/** The columns of the conversation come first. Tokens and cost are those of the message. */
const columns: Record<string, (conversation: Conversation, message: Message) => unknown> = {
  id: ({ id }) => id,
  qpr_code_id: ({ qpr_code_id }) => qpr_code_id,
  short_id: ({ short_id }) => short_id,
  scan_id: ({ scan_id }) => scan_id,
  status: ({ status }) => status,
  reason: ({ reason }) => reason,
  started_at: ({ started_at }) => started_at,
  ended_at: ({ ended_at }) => ended_at,
  rating: ({ rating }) => rating,
  rating_comment: ({ rating_comment }) => rating_comment,
  demo: ({ demo }) => demo,
  language: ({ language }) => language,
  message_id: (_, { id }) => id,
  role: (_, { role }) => role,
  text: (_, { text }) => text,
  message_status: (_, { status }) => status,
  model: (_, { model }) => model,
  tokens_in: (_, { tokens_in }) => tokens_in,
  tokens_out: (_, { tokens_out }) => tokens_out,
  cost: (_, { cost }) => cost,
  error: (_, { error }) => error,
  created_at: (_, { created_at }) => created_at,
  finished_at: (_, { finished_at }) => finished_at,
  truncated: (_, { truncated }) => truncated,
  message_rating: (_, { rating }) => rating,
  message_rating_comment: (_, { rating_comment }) => rating_comment,
  outcome: (_, { outcome }) => outcome,
  citations: (_, { citations }) => citations.map(citedAs).join('; '),
}

/** `1: House manual, 12`: the mark, the title and the page. */
const citedAs = ({ number, title, page }: Message['citations'][number]): string =>
  `${number}: ${title}${page === null ? '' : `, ${page}`}`

/** Checks the permission before the first line, while the response can still carry a status. */
export const exportConversations = async (
  context: Context,
  { format, ...query }: ConversationExportQuery,
) => linesOf(context.db, await selectConversations(context, query, 'conversations:export'), format)

/** Oldest first, in batches, so that memory use does not depend on the size of the export. */
async function* linesOf(db: Db, { filter, condition }: Selection, format: ExportFormat) {
  const write = format === 'csv' ? csvLines : jsonLine
  if (format === 'csv') yield csvLine(Object.keys(columns))
  for await (const places of walk(db, filter, condition, 'asc')) {
    const newestFirst = await store.listByIds(
      db,
      filter.organizationId,
      places.map(({ id }) => id),
    )
    for (const batch of batchesOf(newestFirst.toReversed())) {
      yield (await withMessages(db, batch)).map(write).join('')
    }
  }
}

/** Splits by messages, because one conversation can be as long as a hundred others. */
function* batchesOf(rows: store.ListedConversation[]) {
  let batch: store.ListedConversation[] = []
  let messages = 0
  for (const row of rows) {
    batch.push(row)
    messages += row.messages_count
    if (messages < batchSize) continue
    yield batch
    batch = []
    messages = 0
  }
  if (batch.length > 0) yield batch
}

const withMessages = async (db: Db, rows: store.ListedConversation[]): Promise<Conversation[]> => {
  const ids = rows.map(({ id }) => id)
  const messages = await store.listMessages(db, ids)
  const said = Map.groupBy(messages, ({ conversation_id }) => conversation_id)
  const notes = Map.groupBy(
    await store.listNotes(db, ids),
    ({ conversation_id }) => conversation_id,
  )
  return rows.map((row) =>
    asConversationDetail(row, said.get(row.id) ?? [], notes.get(row.id) ?? []),
  )
}

const csvLines = (conversation: Conversation): string =>
  conversation.messages
    .map((message) => csvLine(Object.values(columns).map((of) => of(conversation, message))))
    .join('')
