import { sql } from 'kysely'
import type { Db, Engine } from '../storage/database.ts'
import { prepare } from '../storage/prepared.ts'
import type { MessageRow } from './visits.store.ts'

export interface SavedText {
  id: string
  text: string
  lease_until: number
}

const saveOne = prepare<SavedText, { id: string }>((db, value) => ({
  compile: () =>
    sql<{ id: string }>`
      update messages set text = ${value('text')}, lease_until = ${value('lease_until')}
      where id = ${value('id')} and status = 'running'
      returning id
    `.compile(db),
}))

const saveAll = prepare<{ ids: string[]; texts: string[]; leases: number[] }, { id: string }>(
  (db, value) => ({
    compile: () =>
      sql<{ id: string }>`
        update messages m set text = t.text, lease_until = t.lease_until
        from unnest(${value('ids')}::text[], ${value('texts')}::text[], ${value('leases')}::bigint[])
               as t (id, text, lease_until)
        where m.id = t.id and m.status = 'running'
        returning m.id
      `.compile(db),
  }),
)

/** Answers those that still run here: the others were ended by somebody else. */
export const saveTexts = async (
  db: Db,
  engine: Engine,
  texts: SavedText[],
): Promise<Set<string>> => {
  const saved = new Set<string>()
  if (engine === 'postgres') {
    const rows = await saveAll(db, {
      ids: texts.map(({ id }) => id),
      texts: texts.map(({ text }) => text),
      leases: texts.map(({ lease_until }) => lease_until),
    })
    for (const { id } of rows) saved.add(id)
    return saved
  }
  for (const text of texts) for (const { id } of await saveOne(db, text)) saved.add(id)
  return saved
}

export type TurnEnd = Pick<
  MessageRow,
  | 'id'
  | 'text'
  | 'text_folded'
  | 'status'
  | 'model'
  | 'tokens_in'
  | 'tokens_out'
  | 'cost_micros'
  | 'error_code'
  | 'is_retryable'
  | 'finished_at'
>

/** False when it no longer ran: whoever ended it has accounted for it. */
export const endTurn = async (db: Db, { id, ...end }: TurnEnd): Promise<boolean> => {
  const ended = await db
    .updateTable('messages')
    .set({ ...end, lease_until: null })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Answers whose process has not been heard of. */
export const listOrphans = async (db: Db, now: number, most: number): Promise<MessageRow[]> =>
  await db
    .selectFrom('messages')
    .selectAll()
    .where('lease_until', '<=', now)
    .orderBy('lease_until')
    .limit(most)
    .execute()

/** The answers from one turn on. */
export const listAnswers = async (
  db: Db,
  conversationId: string,
  fromTurn: number,
): Promise<MessageRow[]> =>
  await db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('role', '=', 'assistant')
    .where('turn', '>=', fromTurn)
    .orderBy('turn')
    .execute()
