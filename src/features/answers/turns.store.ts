import { sql } from 'kysely'
import type { Outcome } from '#contract/outcomes.ts'
import { byEngine, type Db, type Engine } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import {
  type MessageRow,
  messageColumns,
  nameOfAuthor,
  type SaidMessage,
} from '../conversations/visits.store.ts'

/** PostgreSQL finds the partition of a message by its conversation. */
type MessageKey = Pick<MessageRow, 'id' | 'conversation_id'>

interface SavedText extends MessageKey {
  text: string
  lease_until: number
}

const saveOne = prepare<SavedText, { id: string }>(
  (value) => sql<{ id: string }>`
      update messages set text = ${value('text')}, lease_until = ${value('lease_until')}
      where id = ${value('id')} and status = 'running'
      returning id
    `,
)

interface TextColumns {
  ids: string[]
  conversations: string[]
  texts: string[]
  leases: number[]
}

// The list of conversations repeats a condition: it lets PostgreSQL leave out the partitions of
// other months before it begins.
const saveAll = prepare<TextColumns, { id: string }>(
  (value) => sql<{ id: string }>`
        update messages m set text = t.text, lease_until = t.lease_until
        from unnest(${value('ids')}::text[], ${value('conversations')}::text[],
                    ${value('texts')}::text[], ${value('leases')}::bigint[])
               as t (id, conversation_id, text, lease_until)
        where m.conversation_id = any(${value('conversations')}::text[])
          and m.conversation_id = t.conversation_id and m.id = t.id and m.status = 'running'
        returning m.id
      `,
)

/** Returns the ids of the answers that still run. The others were ended by another process. */
export const saveTexts = async (
  db: Db,
  engine: Engine,
  texts: SavedText[],
): Promise<Set<string>> => {
  const rows = await byEngine(engine, {
    sqlite: async () => {
      const saved = []
      for (const text of texts) saved.push(...(await saveOne(db, text)))
      return saved
    },
    postgres: () =>
      saveAll(db, {
        ids: texts.map(({ id }) => id),
        conversations: texts.map(({ conversation_id }) => conversation_id),
        texts: texts.map(({ text }) => text),
        leases: texts.map(({ lease_until }) => lease_until),
      }),
  })
  return new Set(rows.map(({ id }) => id))
}

type MoreReserved = MessageKey & { tokens: number }

const addToReserved = prepare<MoreReserved, { id: string }>(
  (value) => sql<{ id: string }>`
      update messages set tokens_reserved = tokens_reserved + ${value('tokens')}
      where id = ${value('id')} and conversation_id = ${value('conversation_id')}
        and status = 'running'
      returning id
    `,
)

/** False when the answer no longer runs. */
export const addReserved = async (db: Db, more: MoreReserved): Promise<boolean> =>
  (await addToReserved(db, more)).length > 0

type TurnEnd = Pick<
  MessageRow,
  | 'id'
  | 'conversation_id'
  | 'text'
  | 'text_folded'
  | 'status'
  | 'model'
  | 'tokens_in'
  | 'tokens_out'
  | 'cost_micros'
  | 'error_code'
  | 'is_retryable'
  | 'is_truncated'
  | 'outcome_reported'
  | 'citations'
  | 'streamed_text'
  | 'offer'
  | 'notice'
  | 'finished_at'
>

const updateEnded = prepare<TurnEnd, { id: string }>((value, db) =>
  db
    .updateTable('messages')
    .set({
      text: value('text'),
      text_folded: value('text_folded'),
      status: value('status'),
      model: value('model'),
      tokens_in: value('tokens_in'),
      tokens_out: value('tokens_out'),
      cost_micros: value('cost_micros'),
      error_code: value('error_code'),
      is_retryable: value('is_retryable'),
      is_truncated: value('is_truncated'),
      outcome_reported: value('outcome_reported'),
      // The visitor may have rated the answer while it was running.
      outcome: sql<Outcome | null>`case when rating = 'down' then 'unknown' else ${value('outcome_reported')} end`,
      citations: value('citations'),
      streamed_text: value('streamed_text'),
      offer: value('offer'),
      notice: value('notice'),
      finished_at: value('finished_at'),
      lease_until: null,
    })
    .where('id', '=', value('id'))
    .where('conversation_id', '=', value('conversation_id'))
    .where('status', '=', 'running')
    .returning('id'),
)

const selectUnknown = prepare<{ conversationId: string }, { id: string }>((value, db) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', value('conversationId'))
    .where('outcome', '=', 'unknown')
    .limit(1),
)

/** Whether the assistant did not know an earlier answer. */
export const hasUnknown = async (db: Db, conversationId: string): Promise<boolean> =>
  (await selectUnknown(db, { conversationId })).length > 0

const selectRunning = prepare<MessageKey, { id: string }>((value, db) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('id', '=', value('id'))
    .where('conversation_id', '=', value('conversation_id'))
    .where('status', '=', 'running'),
)

export const isRunning = async (db: Db, { id, conversation_id }: MessageKey): Promise<boolean> =>
  (await selectRunning(db, { id, conversation_id })).length > 0

/** False when the answer had already ended: then it is also settled. */
export const endTurn = async (db: Db, end: TurnEnd): Promise<boolean> =>
  (await updateEnded(db, end)).length > 0

/** Running answers whose lease has expired. */
export const listOrphans = async (db: Db, now: number, maximum: number): Promise<MessageRow[]> =>
  await db
    .selectFrom('messages')
    .selectAll()
    .where('lease_until', '<=', now)
    .orderBy('lease_until')
    .limit(maximum)
    .execute()

const selectAnswers = prepare<{ conversationId: string; fromTurn: number }, SaidMessage>(
  (value, db) =>
    db
      .selectFrom('messages')
      .select(messageColumns)
      .select(nameOfAuthor)
      .where('conversation_id', '=', value('conversationId'))
      .where('role', '!=', 'visitor')
      .where('turn', '>=', value('fromTurn'))
      .orderBy('turn'),
)

/** The answers of the assistant and the owner from a given turn on. */
export const listAnswers = async (
  db: Db,
  conversationId: string,
  fromTurn: number,
): Promise<SaidMessage[]> => await selectAnswers(db, { conversationId, fromTurn })
