// Conversations in the database without a real visitor, and the owner's view.
import assert from 'node:assert/strict'
import type { Static } from 'typebox'
import type { Outcome } from '../../../contract/outcomes.ts'
import type {
  ConversationDetail,
  ConversationSchema,
  PageOfConversations,
} from '../../../src/features/conversations/inbox.schema.ts'
import { sha256Hex } from '../../../src/platform/kit/ids.ts'
import type { Tables } from '../../../src/platform/store/tables.ts'
import { foldForSearch } from '../../../src/platform/text/text.ts'
import type { Service } from '../service/service.ts'
import { idAt } from './planted.ts'

export type Conversation = Static<typeof ConversationSchema>
export type ConversationView = Static<typeof ConversationDetail>
export type Conversations = Static<typeof PageOfConversations>

type Row = Tables['conversations']
type MessageRow = Tables['messages']

interface Talk extends Partial<Row> {
  /** Messages of the visitor and the assistant in turn. */
  said?: string[]
  /** Of the answers in turn. */
  outcomes?: Outcome[]
  at?: number
}

export const noon = Date.parse('2026-01-31T12:00:00Z')

const secondMs = 1000

/** Ended by the visitor by default. Returns the ids in the given order. */
export const plantConversations = async (
  { database }: Service,
  { id: code_id }: { id: string },
  talks: Talk[],
): Promise<string[]> => {
  const { organization_id } = await database.db
    .selectFrom('codes')
    .select('organization_id')
    .where('id', '=', code_id)
    .executeTakeFirstOrThrow()
  const planted = talks.map((talk) => {
    const { said = ['Hello', 'Good day!'], outcomes = [], at = noon, ...fields } = talk
    const id = idAt('conv', at)
    const row: Row = {
      id,
      organization_id,
      code_id,
      scan_id: null,
      token_hash: sha256Hex(id),
      language: 'en',
      is_demo: 0,
      status: 'ended',
      reason: 'closed',
      turns: Math.ceil(said.length / 2),
      messages_count: said.length,
      tokens_in: 0,
      tokens_out: 0,
      cost_micros: 0,
      rating: null,
      rating_comment: null,
      created_at: at,
      started_at: at,
      ended_at: at + 60 * secondMs,
      idle_at: null,
      handling: 'assistant',
      assignee_id: null,
      waits_until: null,
      offer: null,
      ...fields,
    }
    const messages = said.map((text, index) => messageOf(row, text, index))
    const answers = messages.filter(({ role }) => role === 'assistant')
    for (const [at, outcome] of outcomes.entries()) {
      Object.assign(answers[at] ?? {}, { outcome, outcome_reported: outcome })
    }
    const answer = answers.at(-1)
    if (answer) Object.assign(answer, { rating: row.rating, rating_comment: row.rating_comment })
    return { row, messages }
  })
  const rows = planted.map(({ row }) => row)
  const messages = planted.flatMap(({ messages }) => messages)
  await database.transaction(async ({ db }) => {
    for (const some of inParts(rows)) await db.insertInto('conversations').values(some).execute()
    for (const some of inParts(messages)) await db.insertInto('messages').values(some).execute()
  })
  return rows.map(({ id }) => id)
}

/** A statement accepts a limited number of values. */
function* inParts<T>(items: T[]) {
  for (let i = 0; i < items.length; i += 500) yield items.slice(i, i + 500)
}

const messageOf = ({ id, created_at }: Row, text: string, index: number): MessageRow => {
  const at = created_at + index * secondMs
  return {
    id: idAt('msg', at),
    conversation_id: id,
    turn: Math.floor(index / 2) + 1,
    role: index % 2 === 0 ? 'visitor' : 'assistant',
    user_id: null,
    client_id: null,
    text,
    text_folded: foldForSearch(text),
    status: 'done',
    model: index % 2 === 0 ? null : 'openai:test',
    tokens_reserved: 0,
    tokens_in: index % 2 === 0 ? null : 30,
    tokens_out: index % 2 === 0 ? null : 7,
    cost_micros: index % 2 === 0 ? null : 1500,
    error_code: null,
    is_retryable: null,
    rating: null,
    rating_comment: null,
    is_truncated: null,
    outcome: null,
    outcome_reported: null,
    citations: null,
    streamed_text: null,
    offer: null,
    notice: null,
    created_at: at,
    finished_at: at,
    lease_until: null,
  }
}

export const plantConversation = async (
  service: Service,
  code: { id: string },
  talk: Talk = {},
): Promise<string> => {
  const [id = ''] = await plantConversations(service, code, [talk])
  return id
}

/** A conversation that is still open. */
export const open = {
  status: 'open',
  reason: null,
  ended_at: null,
  idle_at: Date.parse('2199-01-01T00:00:00Z'),
} as const satisfies Partial<Row>

export const listConversations = async (service: Service, query = '', key = service.key) => {
  const answer = await service.get<Conversations>(`/v1/conversations${query}`, { key })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

export const idsIn = ({ conversations }: Conversations) => conversations.map(({ id }) => id)
