import { sql } from 'kysely'
import type { Outcome } from '#contract/outcomes.ts'
import type { Db } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import { stayId } from '../codes/stays.store.ts'

export interface Reservation {
  codeId: string
  day: number
  tokens: number
  limit: number
}

const reserveTokens = prepare<Reservation, { code_id: string }>(
  (value) => sql<{ code_id: string }>`
      insert into code_days (code_id, day, tokens_used, tokens_reserved, answers, cost_micros)
      values (${value('codeId')}, ${value('day')}, 0, ${value('tokens')}, 0, 0)
      on conflict (code_id, day) do update
        set tokens_reserved = code_days.tokens_reserved + excluded.tokens_reserved
        where code_days.tokens_used + code_days.tokens_reserved + excluded.tokens_reserved
              <= ${value('limit')}
      returning code_id
    `,
)

/** Reserves tokens of the daily budget for an answer. False when too few remain. */
export const reserve = async (db: Db, reservation: Reservation): Promise<boolean> => {
  if (reservation.tokens > reservation.limit) return false
  return (await reserveTokens(db, reservation)).length > 0
}

interface Used {
  codeId: string
  day: number
  reserved: number
  tokens: number
  costMicros: number
}

/** 1 for the outcome of an answer; a draft has none. */
export const countOf = (outcome: Outcome | null): Record<Outcome, number> => ({
  answered: Number(outcome === 'answered'),
  partly: Number(outcome === 'partly'),
  unknown: Number(outcome === 'unknown'),
})

/**
 * Settles a reservation: releases it and charges the tokens of the answer. A reservation that is
 * never settled stays charged.
 */
export const account = prepare<Used & Record<Outcome, number>, never>((value, db) =>
  db
    .updateTable('code_days')
    .set((row) => ({
      tokens_reserved: row('tokens_reserved', '-', value('reserved')),
      tokens_used: row('tokens_used', '+', value('tokens')),
      answers: row('answers', '+', 1),
      cost_micros: row('cost_micros', '+', value('costMicros')),
      outcomes_answered: row('outcomes_answered', '+', value('answered')),
      outcomes_partly: row('outcomes_partly', '+', value('partly')),
      outcomes_unknown: row('outcomes_unknown', '+', value('unknown')),
    }))
    .where('code_id', '=', value('codeId'))
    .where('day', '=', value('day')),
)

/** Charges the tokens beyond a reservation that another process has already settled. */
export const charge = prepare<Pick<Used, 'codeId' | 'day' | 'tokens'>, never>((value, db) =>
  db
    .updateTable('code_days')
    .set((row) => ({ tokens_used: row('tokens_used', '+', value('tokens')) }))
    .where('code_id', '=', value('codeId'))
    .where('day', '=', value('day')),
)

/**
 * The days before today stay with the organization that a code leaves. Those that it left in its new
 * organization come back.
 */
export const moveDays = async (
  db: Db,
  { codeId, from, to }: { codeId: string; from: string; to: string },
  today: number,
) => {
  await db
    .updateTable('code_days')
    .set({ code_id: stayId(codeId, from) })
    .where('code_id', '=', codeId)
    .where('day', '<', today)
    .execute()
  await db
    .updateTable('code_days')
    .set({ code_id: codeId })
    .where('code_id', '=', stayId(codeId, to))
    .execute()
}
