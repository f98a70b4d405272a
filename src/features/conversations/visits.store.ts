import { sql } from 'kysely'
import { dayMs } from '../../platform/kit/clock.ts'
import { together } from '../../platform/store/bulk.ts'
import type { Db } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { ConversationReason, Tables } from '../../platform/store/tables.ts'
import { codeField, hasCode } from '../codes/stays.store.ts'

export type ConversationRow = Tables['conversations']
export type MessageRow = Tables['messages']
/** `name`: the display name of the member who wrote it. */
export type SaidMessage = MessageRow & { name: string | null }

const conversationColumns = [
  'id',
  'organization_id',
  'code_id',
  'scan_id',
  'token_hash',
  'language',
  'is_demo',
  'status',
  'reason',
  'turns',
  'messages_count',
  'tokens_in',
  'tokens_out',
  'cost_micros',
  'rating',
  'rating_comment',
  'created_at',
  'started_at',
  'ended_at',
  'idle_at',
  'handling',
  'assignee_id',
  'waits_until',
  'offer',
] as const satisfies (keyof ConversationRow)[]

const rowColumns = conversationColumns.map((name) => `conversations.${name}` as const)

const insertConversation = prepare<ConversationRow, never>((value) => {
  const columns = sql.join(conversationColumns.map((name) => sql.ref(name)))
  const values = sql.join(conversationColumns.map((name) => value(name)))
  const insert = sql<never>`insert into conversations (${columns}) values (${values})`
  return insert
})

const lockCode = prepare<{ id: string }, { organization_id: string }>((value, db) =>
  db.selectFrom('codes').select('organization_id').where('id', '=', value('id')).forKeyShare(),
)

/**
 * False when the code is deleted. The code can be neither deleted nor moved before this
 * conversation is visible.
 */
export const insert = async (
  db: Db,
  row: Omit<ConversationRow, 'organization_id'>,
): Promise<boolean> => {
  const [code] = await lockCode(db, { id: row.code_id })
  if (!code) return false
  await insertConversation(db, { ...row, ...code })
  return true
}

/**
 * Only conversations whose code is not deleted in their organization. The rows of a deleted code are
 * deleted later, in small steps.
 */
const conversations = (db: Db) =>
  db
    .selectFrom('conversations')
    .innerJoin('organizations', 'organizations.id', 'conversations.organization_id')
    .select(rowColumns)
    .where(hasCode('conversations'))

const selectByToken = prepare<{ tokenHash: string }, ConversationRow>((value, db) =>
  conversations(db).where('token_hash', '=', value('tokenHash')),
)

const lockByToken = prepare<{ tokenHash: string }, ConversationRow>((value, db) =>
  conversations(db).where('token_hash', '=', value('tokenHash')).forUpdate('conversations'),
)

const selectById = prepare<{ id: string }, ConversationRow>((value, db) =>
  conversations(db).where('conversations.id', '=', value('id')),
)

const selectLocked = prepare<{ id: string }, ConversationRow>((value, db) =>
  conversations(db).where('conversations.id', '=', value('id')).forUpdate('conversations'),
)

export const find = async (db: Db, tokenHash: string): Promise<ConversationRow | undefined> =>
  (await selectByToken(db, { tokenHash }))[0]

/** Locks the conversation until the commit: it has one change at a time. */
export const lock = async (db: Db, tokenHash: string): Promise<ConversationRow | undefined> =>
  (await lockByToken(db, { tokenHash }))[0]

export const findById = async (db: Db, id: string): Promise<ConversationRow | undefined> =>
  (await selectById(db, { id }))[0]

export const lockById = async (db: Db, id: string): Promise<ConversationRow | undefined> =>
  (await selectLocked(db, { id }))[0]

/** The code of a conversation, as its organization knows it. */
export const codeOf = async (db: Db, id: string) =>
  await db
    .selectFrom('conversations')
    .select(codeField('conversations', 'short_id').as('short_id'))
    .select(codeField('conversations', 'metadata').as('metadata'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/**
 * Deletes a conversation with its messages. A running answer is charged its whole reservation: its
 * use stays unknown, and a deletion must not give back tokens that a provider bills.
 */
export const remove = async (db: Db, id: string): Promise<ConversationRow | undefined> => {
  // The lock prevents that the answer ends and settles its reservation at the same moment.
  const conversation = await lockById(db, id)
  if (!conversation) return undefined
  const reserved = sql`(
    select m.tokens_reserved from messages m
    where m.conversation_id = ${id} and m.status = 'running'
  )`
  await sql`
    update code_days set
      tokens_used = tokens_used + ${reserved},
      tokens_reserved = tokens_reserved - ${reserved},
      answers = answers + 1
    where (code_id, day) in (
      select c.code_id, m.created_at / ${sql.lit(dayMs)}
      from messages m join conversations c on c.id = m.conversation_id
      where m.conversation_id = ${id} and m.status = 'running'
    )
  `.execute(db)
  await db.deleteFrom('conversations').where('id', '=', id).execute()
  return conversation
}

type Progress = Pick<
  ConversationRow,
  | 'turns'
  | 'messages_count'
  | 'tokens_in'
  | 'tokens_out'
  | 'cost_micros'
  | 'started_at'
  | 'idle_at'
  | 'handling'
  | 'assignee_id'
  | 'waits_until'
  | 'offer'
>

const updateProgress = prepare<Progress & { id: string }, never>((value, db) =>
  db
    .updateTable('conversations')
    .set({
      turns: value('turns'),
      messages_count: value('messages_count'),
      tokens_in: value('tokens_in'),
      tokens_out: value('tokens_out'),
      cost_micros: value('cost_micros'),
      started_at: value('started_at'),
      idle_at: value('idle_at'),
      handling: value('handling'),
      assignee_id: value('assignee_id'),
      waits_until: value('waits_until'),
      offer: value('offer'),
    })
    .where('id', '=', value('id')),
)

/** Saves counters and times of a conversation. The caller holds its lock. */
export const saveProgress = async (
  db: Db,
  conversation: ConversationRow,
  changes: Partial<Progress>,
) => {
  await updateProgress(db, { ...conversation, ...changes })
}

/** False when the conversation had already ended: then the event is already written. */
export const end = async (
  db: Db,
  id: string,
  reason: ConversationReason,
  now: number,
): Promise<boolean> => {
  const ended = await db
    .updateTable('conversations')
    .set({
      status: 'ended',
      reason,
      ended_at: now,
      idle_at: null,
      handling: 'assistant',
      waits_until: null,
      offer: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export const messageColumns = [
  'id',
  'conversation_id',
  'turn',
  'role',
  'user_id',
  'client_id',
  'text',
  'text_folded',
  'status',
  'model',
  'tokens_reserved',
  'tokens_in',
  'tokens_out',
  'cost_micros',
  'error_code',
  'is_retryable',
  'rating',
  'rating_comment',
  'is_truncated',
  'outcome',
  'outcome_reported',
  'citations',
  'streamed_text',
  'offer',
  'notice',
  'created_at',
  'finished_at',
  'lease_until',
] as const satisfies (keyof MessageRow)[]

/** Read with the message, so that a deleted account leaves no name behind. */
export const nameOfAuthor = sql<string | null>`(
  select display_name from users where users.id = messages.user_id
)`.as('name')

const selectMessages = prepare<{ conversationId: string }, SaidMessage>((value, db) =>
  db
    .selectFrom('messages')
    .select(messageColumns)
    .select(nameOfAuthor)
    .where('conversation_id', '=', value('conversationId'))
    .orderBy('turn')
    // The visitor's message comes before the answer of the same turn.
    .orderBy('role', 'desc'),
)

/** The messages in order. */
export const listMessages = async (db: Db, conversationId: string): Promise<SaidMessage[]> =>
  await selectMessages(db, { conversationId })

const insertMessage = prepare<MessageRow, never>((value) => {
  const columns = sql.join(messageColumns.map((name) => sql.ref(name)))
  const values = sql.join(messageColumns.map((name) => value(name)))
  const insert = sql<never>`insert into messages (${columns}) values (${values})`
  return insert
})

export const insertMessages = async (db: Db, rows: MessageRow[]) => {
  await together(...rows.map((row) => insertMessage(db, row)))
}

export const hasLead = async (db: Db, conversationId: string): Promise<boolean> => {
  const lead = await db
    .selectFrom('leads')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .limit(1)
    .executeTakeFirst()
  return lead !== undefined
}

/** `name`: the display name of the person who answers. */
export type HandlingState = Tables['conversation_states'] & { name: string | null }

const stateColumns = [
  'conversation_id',
  'turn',
  'handling',
  'cause',
  'user_id',
  'created_at',
] as const

const selectStates = prepare<{ conversationId: string; turn: number }, HandlingState>((value, db) =>
  db
    .selectFrom('conversation_states')
    .select(stateColumns)
    .select(
      sql<string | null>`(
        select display_name from users where users.id = conversation_states.user_id
      )`.as('name'),
    )
    .where('conversation_id', '=', value('conversationId'))
    .where('turn', '>=', value('turn'))
    .orderBy('turn'),
)

/** The changes of `handling` from a turn on, in order. */
export const listStates = async (db: Db, conversationId: string, turn = 0) =>
  await selectStates(db, { conversationId, turn })

export const insertState = async (db: Db, row: Tables['conversation_states']) => {
  await db.insertInto('conversation_states').values(row).execute()
}

/** Conversations that have been idle, or whose visitor has waited, too long; the longest first. */
export const listOverdue = async (
  db: Db,
  at: 'idle_at' | 'waits_until',
  now: number,
  maximum: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('conversations')
    .innerJoin('organizations', 'organizations.id', 'conversations.organization_id')
    .select('conversations.id')
    .where(hasCode('conversations'))
    .where(at, '<=', now)
    .orderBy(at)
    .limit(maximum)
    .execute()
  return rows.map(({ id }) => id)
}
